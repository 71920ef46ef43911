"""Chromium for the pages of walkthroughs."""

from support.browser import browser as browser
