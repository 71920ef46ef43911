"""A Python without what only POSIX has, for this process and those that it starts.

Put this folder on PYTHONPATH. The modules of POSIX are hidden from the package only,
because the libraries and the tests choose for themselves. As on Windows, a file that
this process has open can be neither renamed nor removed, and the code page lacks the
characters of drawings.
"""

import builtins
import os
import signal
import sys

MODULES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"}
OS = ("fork", "forkpty", "killpg", "mkfifo", "setsid")
FLAGS = ("O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK")
SIGNALS = ("SIGHUP", "SIGKILL", "SIGQUIT", "pthread_sigmask")

_import = builtins.__import__
_kill = signal.SIGKILL
_unlink, _replace = os.unlink, os.replace


def import_visible(name, globals=None, locals=None, fromlist=(), level=0):
    importer = (globals or {}).get("__name__") or ""
    if importer.startswith("galaxies_asp") and name.partition(".")[0] in MODULES:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module = _import(name, globals, locals, fromlist, level)
    if name == "subprocess" and not level:
        module.Popen.kill = lambda process: process.send_signal(_kill)
    return module


def refuse_open_file(path):
    """Raise an error if this process has a file open."""
    for handle in os.listdir("/proc/self/fd"):
        try:
            same = os.path.samestat(os.fstat(int(handle)), os.lstat(path))
        except OSError:
            continue
        if same:
            raise PermissionError(13, "the file is open", str(path))


def unlink(path, **options):
    if not options:
        refuse_open_file(path)
    _unlink(path, **options)


def replace(source, target):
    refuse_open_file(source)
    refuse_open_file(target)
    _replace(source, target)


builtins.__import__ = import_visible
os.unlink, os.replace = unlink, replace
for name in (*OS, *FLAGS):
    delattr(os, name)
for name in SIGNALS:
    delattr(signal, name)
if not sys.argv or not sys.argv[0].endswith("pytest"):
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.reconfigure(encoding="cp1252")
