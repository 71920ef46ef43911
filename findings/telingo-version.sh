#!/usr/bin/env bash
# telingo: the package 2.1.3 says that it is 2.1.2. Guess: the command names its version.
set -eu
. "$(dirname "$0")/packages.sh"
packages telingo==2.1.3 clingo==5.8.3
said=$(python -m telingo --version | head -1)
echo "the package is 2.1.3, the command says: $said"
test "$said" = "telingo version 2.1.2"
