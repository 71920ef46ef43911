#!/usr/bin/env bash
# clasp (Debian): `clasp 0` prints all models of a problem in DIMACS; of the same one in OPB it
# counts them and prints one.
# Guess: the options decide what is printed, not the format of the input.
# Needs: apt-get install clasp.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
clasp --version | head -1
clasp --version | grep -q '^clasp version 3\.3\.5'
printf 'p cnf 2 1\n1 2 0\n' > "$folder/clause.cnf"
printf '* #variable= 2 #constraint= 1\n1 x1 1 x2 >= 1 ;\n' > "$folder/clause.opb"
for file in clause.cnf clause.opb; do
    output=$(clasp 0 "$folder/$file" || true) # 30: all models were found
    echo "$file:"; echo "$output" | grep -E '^v|Models'
    echo "$output" | grep -q 'Models *: 3 *$'
    test "$(echo "$output" | grep -c '^v')" = "$([ $file = clause.cnf ] && echo 3 || echo 1)"
done
