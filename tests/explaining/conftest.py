"""Chromium for the pages of walkthroughs."""

from support.browser import browser as browser
from support.browser import browsers as browsers
