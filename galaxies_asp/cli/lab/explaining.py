"""`galaxies lab explain-difference`: which rules of an encoding reject an answer."""

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import command
from galaxies_asp.cli.inputs import NotationName
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.lab.report import difference_text, note_lines
from galaxies_asp.cli.lab.searching import EXHAUSTIVE, searched_boards
from galaxies_asp.cli.output import echo
from galaxies_asp.explaining.answers.rejected import rejection
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.instances import program_of


@command("explain-difference")
def explain_difference_command(
    arguments: lab.EncodingsAndInputs,
    family: lab.FamilyName,
    run: lab.CampaignOptions,
    from_: NotationName,
) -> int:
    """Say which rules of one of two encodings reject an answer of the other one.

    On each board, or without boards on one that is searched for as by `lab compare`, an
    answer is shown that only one encoding has, with instances of the rules that reject
    it, in the words of the comments of the other one. Each of them is needed.
    """
    given = lab.subject(family, arguments, from_, others=True)
    if len(given.encodings) != 2:
        raise click.UsageError(f"give two encodings, not {len(given.encodings)}")
    first, second = given.encodings
    judged, boards = given.family, list(given.boards)
    codes = [exits.DATA_ERROR] * given.faulty
    without = lab.left_out(None, judged, given.encodings)
    with run.campaign() as work:
        if not boards and not given.faulty:
            batches = lab.CheckedBoards(None).batches(judged, without)
            rest = work, EXHAUSTIVE, batches, run.progress(), without
            boards = searched_boards(judged, given.encodings, *rest)
        judge = Judge(judged.name, work)
        judge.ask_all(given.encodings, boards, run.progress())
        for line in note_lines(judge, given.encodings, boards):
            echo(line, err=True)
        for board in boards:
            verdict = judge.compare(first, second, board)
            if verdict.message:
                echo(f"{board.name}: {verdict.message}", err=True)
                codes.append(exits.DATA_ERROR)
            elif (found := verdict.difference) is None:
                echo(f"{board.name}: the encodings have the same answers")
            else:
                codes.append(exits.NEGATIVE)
                found = judge.minimal(found)
                rejecting = second if found.holder == first else first
                echo(difference_text(judged, found), nl=False)
                if rejecting in judged.native:
                    echo(f"{rejecting} is a program in Python, which has no rules")
                    continue
                source = judged.source(rejecting)
                facts = program_of(judged, found.board)
                known = found.answer.atoms, judged.outputs, rejecting
                reason = rejection(source, facts, *known)
                for line in [] if reason is None else reason.lines:
                    echo(f"{rejecting} rejects it: {line}")
    return exits.worst(codes)
