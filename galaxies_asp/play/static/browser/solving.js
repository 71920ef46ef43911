// Questions to clingo about boards: the answers are those of play/questions.py and
// play/experiments.py. Every answer that is shown is judged by judge.js.

import { Refused } from "../refused.js";
import { answer as ofBoards, shown } from "./boards.js";
import { run } from "./clingo.js";
import { gridOf, NO_DOT } from "./grid.js";
import { judge } from "./judge.js";
import { isPlain } from "./notations.js";
import { bundled, known, program } from "./programs.js";

const MOST = 200;         // answers that are shown
const COUNTED = 100_000;  // solutions, until Count first says how many there are at least
const LARGEST = 3;        // the sides of the boards on which programs are compared
const GALAXY = "#project galaxy/2.\n";
const SATISFIABLE = [10, 11, 20, 30];

const facts = (name, points) => points.map(([x, y]) => `${name}((${x},${y})).`).join(" ");

/** The facts of a puzzle, as core/board/facts.py writes them. @param {any} board */
function factsOf({ width, height, lattice, centers, black = [], holes = [], walls = [] }) {
  return [`width(${width}). height(${height}).`, lattice ? `lattice(${lattice}).` : "", facts("center", centers),
    facts("black", black.map((dot) => centers[dot])), facts("hole", holes.map(([x, y]) => [2 * x + 1, 2 * y + 1])),
    facts("given", walls)].join("\n");
}

// The program of an encoding, or of a mix.
const textOf = async (rules) => (await program(rules)).program;

// Run a program with more texts behind it.
async function models(text, more, options, signal) {
  const { code, answer: printed, messages } = await run(`${text}\n${more}\n`, options, signal);
  if (!SATISFIABLE.includes(code)) throw new Refused(messages.trim());
  const witnesses = printed.Call[0].Witnesses ?? [];
  return {
    atoms: witnesses.map(({ Value: value }) => value.filter(Boolean).sort()),
    number: printed.Models.Number,
    complete: printed.Models.More === "no",
  };
}

// The dot of each cell by the atoms of an answer, and what is wrong with them.
function labelsOf(grid, atoms) {
  const labels = grid.nothing();
  const faults = [];
  const dotOf = new Map(grid.centers.map((at, dot) => [`${at}`, dot]));
  for (const atom of atoms) {
    const [, x, y, cx, cy] = (/^galaxy\(\((-?\d+),(-?\d+)\),\((-?\d+),(-?\d+)\)\)$/.exec(atom) ?? []).map(Number);
    if (x === undefined) continue;
    const cell = grid.isInside(x, y) ? grid.id(x, y) : -1;
    const dot = dotOf.get(`${cx},${cy}`);
    if (!grid.isCell[cell]) faults.push(`${atom}: (${x},${y}) is not a cell of the board`);
    else if (dot === undefined) faults.push(`${atom}: (${cx},${cy}) is not a dot of the board`);
    else if (labels[cell] !== NO_DOT) faults.push(`cell with two dots: ${grid.cellName(cell)}`);
    else labels[cell] = dot;
  }
  return { labels, faults };
}

const drawnOn = (board, grid, labels) => {
  const walls = [...new Set([...grid.borders(labels, false), ...grid.given])].sort((one, other) => one - other);
  return { ...board, attempt: { walls: walls.map((edge) => grid.point(edge)), labels: grid.rows(labels) } };
};

// A board with an answer, and the rules that it breaks.
function answered(board, atoms, isJudged = true) {
  const grid = gridOf(board);
  const { labels, faults } = labelsOf(grid, atoms);
  const drawn = drawnOn(board, grid, labels);
  if (!faults.length && isJudged) {
    const judged = judge(grid, { labels: drawn.attempt.labels });
    // A part without a dot is cut off from the dot of its cells, too.
    const told = judged.faults.filter(({ kind }) => kind !== "region without dot");
    faults.push(...told.map(({ kind, message }) => `${kind}: ${message}`));
    const open = grid.cells.filter((cell) => labels[cell] === NO_DOT);
    if (open.length) faults.unshift(`uncovered cell: ${grid.cellName(open[0])} belongs to no region`);
    else if (!faults.length && !judged.solved) faults.push("disconnected region: a region is not complete");
  }
  return { board: drawn, faults };
}

function verified(board, atoms) {
  const { board: drawn, faults } = answered(board, atoms);
  if (faults.length) throw new Refused(`an answer of the program breaks the rules: ${faults[0]}`);
  return drawn;
}

const bare = ({ attempt, ...board }) => board;

async function solved(request, most, signal) {
  const board = bare(request.board);
  const text = await textOf(request.under ?? {});
  return [board, await models(text, `${factsOf(board)}\n${GALAXY}`, `${most} --project=project`, signal)];
}

async function number(request, signal) {
  const [board, { atoms }] = await solved(request, 2, signal);
  for (const one of atoms) verified(board, one);
  const [status, text] = [["none", "No solution"], ["unique", "Exactly 1 solution"], ["multiple", "Several solutions"]][atoms.length];
  return { status, text };
}

async function solutions(request, signal) {
  const [board, { atoms, complete }] = await solved(request, request.models ?? MOST, signal);
  const boards = atoms.map((one) => verified(board, one));
  return { boards, complete, count: boards.length, reason: null };
}

// clingo says nothing while it counts: it counts again, each time further.
async function count(request, signal, hear) {
  for (let most = COUNTED; ; most *= 4) {
    const [, { number: found, complete }] = await solved(request, `${most} --quiet=2`, signal);
    const text = `${found.toLocaleString("en-US")} ${found === 1 ? "solution" : "solutions"}`;
    if (complete) return { count: found, complete, text: `${text}.` };
    hear({ text: `at least ${text}` });
  }
}

// What holds in some solution is one answer of clingo: the rest holds in none.
async function forced(request, signal) {
  const board = bare(request.board);
  const grid = gridOf(board);
  const text = await textOf(request.under ?? {});
  const more = `${factsOf(board)}\n${await bundled("galaxies/questions/consequences.lp")}`;
  const { atoms: found } = await models(text, more, "0 --enum-mode=brave", signal);
  if (!found.length) return { text: "The puzzle has no solution.", map: null };
  const [joined, apart] = [new Set(), new Set()];
  const dots = new Map(grid.cells.map((cell) => [cell, []]));
  const dotOf = new Map(grid.centers.map((at, dot) => [`${at}`, dot]));
  for (const atom of found.at(-1)) {
    const [name, ...numbers] = atom.match(/[a-z_]+|-?\d+/g);
    const [x, y, cx, cy] = numbers.map(Number);
    if (name === "galaxy") dots.get(grid.id(x, y))?.push(dotOf.get(`${cx},${cy}`));
    else if (name === "consequence_joined") joined.add(grid.id(x, y));
    else if (name === "consequence_apart") apart.add(grid.id(x, y));
  }
  const points = (isIn) => grid.edges.filter(isIn).map((edge) => grid.point(edge));
  const open = points((edge) => joined.has(edge) && apart.has(edge));
  const walls = points((edge) => apart.has(edge) && !joined.has(edge));
  const rowsOf = (value) => Array.from({ length: grid.height }, (_, y) => Array.from({ length: grid.width }, (__, x) =>
    value(dots.get(grid.id(2 * x + 1, 2 * y + 1)))));
  const ordered = (some) => some && some.sort((one, other) => one - other);
  const labels = rowsOf((some) => (some?.length === 1 ? some[0] : null));
  const several = [...dots.values()].filter((some) => some.length > 1).length;
  return {
    dots: rowsOf((some) => ordered(some) ?? null), walls, open, no_walls: points((edge) => !apart.has(edge)),
    text: several ? `${several} cells may belong to several dots; each shows how many. Dashed edges are walls in some solutions.`
      : "Everything is forced: the puzzle has exactly 1 solution.",
    map: { board: { ...board, attempt: { walls, labels } }, counts: rowsOf((some) => some?.length ?? 0), edges: open },
  };
}

const byText = (one, other) => (one.join("\n") < other.join("\n") ? -1 : 1);

async function experiment(request, signal) {
  const board = bare(request.board);
  const text = await textOf(request);
  const { atoms, complete } = await models(text, `${factsOf(board)}\n${GALAXY}`, `${MOST + 1} --project=project`, signal);
  const isJudged = !request.variants?.length;
  const few = atoms.sort(byText).slice(0, MOST);
  const answers = few.map((one) => {
    const { board: drawn, faults } = answered(board, one, isJudged);
    return { ...shown(drawn), faults };
  });
  return { answers, number: answers.length, complete: complete && atoms.length <= MOST };
}

// All answers with all sets of dots, each with its dots, by their atoms.
/** @returns {Promise<{complete: boolean, answers: Map<string, string[]>}>} */
async function onAllDots(text, width, height, signal) {
  const more = `width(${width}). height(${height}).\n${await bundled("galaxies/questions/open-dots.lp")}\n`
    + `#show galaxy/2.\n#show center/1.\n#project center/1.\n${GALAXY}`;
  const { atoms, complete } = await models(text, more, "20000 --project=project", signal);
  return { complete, answers: new Map(atoms.map((one) => [one.filter((atom) => /^(galaxy|center)\(/.test(atom)).join("\n"), one])) };
}

const dotsOf = (atoms) => atoms.filter((atom) => atom.startsWith("center("));
const boardOf = (width, height, atoms) => ({
  schema: 1, width, height, centers: dotsOf(atoms).map((atom) => atom.match(/\d+/g).map(Number)).sort(([a, b], [c, d]) => b - d || a - c),
});

async function difference(request, signal) {
  const other = request.against.encoding;
  let isComplete = true;
  const [mine, theirs] = [await textOf(request), await textOf(request.against)];
  const sides = Array.from({ length: LARGEST }, (_, one) => one + 1);
  const sizes = sides.flatMap((width) => sides.map((height) => [width, height]))
    .sort(([a, b], [c, d]) => a * b - c * d || b - d);
  for (const [width, height] of sizes) {
    const [one, two] = [await onAllDots(mine, width, height, signal), await onAllDots(theirs, width, height, signal)];
    isComplete &&= one.complete && two.complete;
    const both = [{ here: one, there: two, isMine: true }, { here: two, there: one, isMine: false }];
    const only = both.flatMap(({ here, there, isMine }) =>
      [...here.answers].filter(([name]) => !there.answers.has(name)).map(([name, atoms]) => ({ name, atoms, isMine, there })));
    if (!only.length) continue;
    only.sort((a, b) => dotsOf(a.atoms).length - dotsOf(b.atoms).length || (a.name < b.name ? -1 : 1));
    return differing(only[0], width, height, other, !request.variants?.length);
  }
  const same = `The same solutions on all boards of up to ${LARGEST}x${LARGEST} cells`;
  return { text: `${same}${isComplete ? "." : ", as far as they were compared."}`, answers: [] };
}

function differing({ atoms, isMine, there }, width, height, other, isJudged) {
  const board = boardOf(width, height, atoms);
  const { board: drawn, faults } = answered(board, atoms, isJudged);
  const [holder, lacking] = isMine ? ["This program", other] : [other[0].toUpperCase() + other.slice(1), "this program"];
  const isSolution = isJudged && !faults.length;
  const dots = `${dotsOf(atoms)}`;
  const instead = [...there.answers.values()].sort(byText).find((one) => `${dotsOf(one)}` === dots);
  const of = (one) => {
    const found = answered(board, one, isJudged);
    return { ...shown(found.board), faults: found.faults };
  };
  return {
    text: `${holder} has an answer that ${lacking} does not.${isSolution ? ` It is a solution, which ${lacking} misses.` : ""}`,
    answers: [{ ...shown(drawn), faults }],
    board: shown(board),
    instead: instead ? of(instead) : null,
    is_missing: !isMine,
  };
}

// Whether what is drawn solves a board by the standard rules and is an answer of a program.
async function isAnswer(board, rules, signal) {
  const grid = gridOf(board);
  const { regions, solved: isSolved } = judge(grid, board.attempt ?? {});
  if (!isSolved) return false;
  const drawn = grid.cells.map((cell) => `:- not galaxy((${grid.point(cell)}),(${grid.centers[regions[cell]]})).`);
  const { atoms } = await models(await textOf(rules), `${factsOf(bare(board))}\n${drawn.join("\n")}`, "1", signal);
  return atoms.length > 0;
}

// Boards by the rules of a mix.
async function byProgram(request, signal) {
  const { under } = request;
  const { puzzles } = ofBoards({ ...request, under: undefined });
  const judged = async (one) => ({ ...one, progress: { ...one.progress, solved: await isAnswer(one.board, under, signal) } });
  return { puzzles: await Promise.all(puzzles.map(judged)) };
}

const ABOUT_BOARDS = { number, solutions, count, forced, experiment };

// A program of the user may have statements that only Python reads as it should.
const isOfUser = (rules) => rules?.program !== undefined;

/** The work of a request; undefined where Python has to answer. @returns {any} */
export function answer(request) {
  const { ask, board, family, under } = request;
  if (family || under?.family || [request, under, request.against].some(isOfUser)) return undefined;
  if (ask === "encodings") return known;
  if (ask === "program") return () => program(request);
  if (ask === "difference") return (signal) => difference(request, signal);
  if (under && !under.variants?.length && ofBoards({ ...request, under: undefined })) {
    return (signal) => byProgram(request, signal);
  }
  if (ABOUT_BOARDS[ask] && isPlain(board) && !under?.variants?.length) return (signal, hear) => ABOUT_BOARDS[ask](request, signal, hear);
  return undefined;
}
