#!/usr/bin/env bash
# clingox: `ast_to_dict` of a program with a comment ends with an AssertionError: clingo yields
# comments as statements since 5.7, and clingox asks for clingo 5.5.1 or newer.
# Guess: what clingo's parser returns is written, and read back, as all other statements are.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingox==1.2.1 clingo==5.8.3
python - <<'END'
from clingo.ast import parse_string
from clingox.ast import ast_to_dict, dict_to_ast

for text in ("a :- not b.", "#show a/0.", "% a comment"):
    statements = []
    parse_string(text, statements.append)
    try:
        back = [dict_to_ast(ast_to_dict(one)) == one for one in statements]
    except AssertionError as error:
        back = repr(error)
    print(f"{text}: {back}")
    assert (back == "AssertionError()") == text.startswith("%")
END
