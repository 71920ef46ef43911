#!/usr/bin/env bash
# Simon Tatham's Filling (Debian), which is Fillomino: a game ID may not have numbers above the
# longer side of the board, though regions of that many cells fit.
# Guess: 1 to 9, as generated IDs have digits. Needs: apt-get install sgt-puzzles.
set -eu
installed=$(dpkg-query --show --showformat='${Version}' sgt-puzzles)
echo "installed: sgt-puzzles $installed"
test "$installed" = 20230122.806ae71-2
said() { /usr/games/sgt-filling --generate 1 "$1" 2>&1 | sed 's/^[^ ]*: //' || true; }
three=$(said 3x3:3h) four=$(said 3x3:4h) larger=$(said 4x4:4o)
echo "a 3 on 3x3: $three"; echo "a 4 on 3x3: $four"; echo "a 4 on 4x4: $larger"
test "$three" = 3x3:3h && test "$larger" = 4x4:4o
case $four in *"Invalid character '4'"*) ;; *) exit 1 ;; esac
