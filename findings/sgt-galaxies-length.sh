#!/usr/bin/env bash
# Simon Tatham's Galaxies (Debian): a game ID whose gaps, each `z` of 25 points, lead past the
# board is accepted if no dot follows; other games of the collection refuse too long ones.
# Guess: the length of a description is checked. Needs: apt-get install sgt-puzzles.
set -eu
installed=$(dpkg-query --show --showformat='${Version}' sgt-puzzles)
echo "installed: sgt-puzzles $installed"
test "$installed" = 20230122.806ae71-2
said() { "/usr/games/sgt-$1" --generate 1 "$2" 2>&1 | sed 's/^[^ ]*: //' || true; }
past=$(said galaxies 3x3:zzzz) dot=$(said galaxies 3x3:zzzza) akari=$(said lightup 3x3:zz)
echo "a board of 25 points, four gaps of 25: $past"
echo "the same with a dot behind: $dot"
echo "Light Up, 9 cells, two gaps of 26: $akari"
test "$past" = 3x3:zzzz
case $dot in *error*) ;; *) exit 1 ;; esac
case $akari in *"longer than expected"*) ;; *) exit 1 ;; esac
