// Lessons: the steps of a course, whose tasks Python checks.

import { ask } from "./ask.js";
import { editor } from "./editor.js";
import { game } from "./game.js";
import { store, stored } from "./stored.js";
import { thumbnail } from "./paint.js";
import { $, attempt, button, make, stop, work, write } from "./page.js";

const { area, highlight, selectLine } = editor($("lesson-editor"));
const PLACE = "lesson";
let course = null;
let kept = null;   // {at, steps: what was done in each step, by its title}

// What is not right, with boards, or with the line of a program.
const unsolved = (message, more = {}) => Object.assign(new Error(message), { boards: [], line: null, isUnsolved: true, ...more });

export function setUpLessons() {
  document.addEventListener("tab", ({ detail }) => detail === "lessons" && attempt(list));
  button("lesson-back", () => attempt(() => open(kept.at - 1)));
  button("lesson-next", () => attempt(() => open(kept.at + 1)));
  button("lesson-board", () => attempt(openBoard));
  button("lesson-start", startAgain);
  area.addEventListener("input", () => {
    mine().program = area.value;
    forget();
    keep();
  });
  $("lesson-choices").addEventListener("change", ({ target }) => {
    mine().choice = Number(target.value);
    forget();
    keep();
  });
  $("lesson-form").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(check);
  });
}

const step = () => course.steps[kept.at];
const mine = () => (kept.steps[step().title] ??= {});
const all = () => stored("lessons") ?? {};

// Each tab of the browser has its own step and its own texts; a new one begins with the
// last ones. What is solved in one tab is solved in all of them.
function keep() {
  const steps = { ...all()[course.title]?.steps, [step().title]: { ...mine(), passed: isPassed(step()) } };
  store("lessons", { ...all(), [course.title]: { at: kept.at, steps } });
  store(PLACE, { ...kept, course: course.title }, "sessionStorage");
}

const isPassed = ({ title }) =>
  [kept.steps, all()[course.title]?.steps].some((steps) => steps?.[title]?.passed);

// What was said about another text.
function forget() {
  stop();
  result("");
}

async function list() {
  if (course) return;
  course = await ask({ ask: "course" });
  const others = all()[course.title];
  const own = stored(PLACE, "sessionStorage");
  kept = { at: 0, steps: {}, ...others };
  if (own?.course === course.title) kept = { at: own.at, steps: { ...others?.steps, ...own.steps } };
  kept.at = Math.min(kept.at, course.steps.length - 1);
  $("course-title").textContent = course.title;
  $("course-text").replaceChildren(...prose(course.text));
  // The board of the step is opened with the step, and not before somebody begins.
  $("course").open = !kept.steps[step().title];
  show();
}

// Text of a course: paragraphs, lists, and code; it is never markup.
function prose(lines) {
  const blocks = [];
  let last = "";
  for (const line of lines) {
    const kind = !line.trim() ? "" : /^ {4}/.test(line) ? "pre" : /^[-*] /.test(line) ? "ul" : last === "ul" ? "ul" : "p";
    if (kind && kind !== last) blocks.push(make(kind));
    const block = blocks.at(-1);
    if (kind === "pre") block.append(`${line.slice(4)}\n`);
    else if (/^[-*] /.test(line)) block.append(make("li", {}, ...inline(line.slice(2))));
    else if (kind) (kind === "ul" ? block.lastChild : block).append(...inline(`${line}\n`));
    last = kind;
  }
  return blocks;
}

const inline = (text) => text.split("`").map((part, index) =>
  (index % 2 ? make("code", { textContent: part }) : part));

async function open(index) {
  kept.at = Math.max(0, Math.min(course.steps.length - 1, index));
  mine();
  keep();
  $("course").open = false;
  show();
  await openBoard();
  $("lesson-title").focus();
}

async function openBoard() {
  const { puzzle } = step().blocks;
  if (puzzle) await game.open(async () => (await game.load({ text: puzzle }))[0]);
}

function show() {
  const { title, text, choices, checks, blocks } = step();
  const { program = "", puzzle } = blocks;
  const differs = checks.some(([kind]) => kind === "differs");
  const number = course.steps.length;
  $("course-place").textContent = `Step ${kept.at + 1} of ${number}; ${passed()} solved`;
  $("course-steps").replaceChildren(...course.steps.map((one, index) => {
    const open_ = make("button", { type: "button", className: "link", textContent: one.title });
    open_.addEventListener("click", () => attempt(() => open(index)));
    if (index === kept.at) open_.ariaCurrent = "step";
    const done = isPassed(one) ? " – solved" : "";
    return make("li", {}, open_, done);
  }));
  $("lesson-title").textContent = `${kept.at + 1}. ${title}`;
  $("lesson-text").replaceChildren(...prose(text));
  $("lesson-code").hidden = !program;
  area.value = differs ? program : mine().program ?? program;
  area.readOnly = differs;
  highlight(null);
  $("lesson-start").hidden = !program || differs;
  $("lesson-board").hidden = !puzzle;
  for (const name of ["other", "hint", "answer"]) {
    $(`lesson-${name}`).hidden = !blocks[name];
    $(`lesson-${name}`).open = name === "other";
    $(`lesson-${name}-text`).textContent = blocks[name] ?? "";
  }
  $("lesson-choices").hidden = !choices.length;
  $("lesson-choices").replaceChildren(make("legend", { textContent: "Your answer" }),
    ...choices.map(([choice], value) => make("label", {}, make("input", {
      type: "radio", name: "lesson-choice", value, checked: mine().choice === value,
    }), make("span", {}, ...inline(choice)))));
  $("lesson-back").disabled = kept.at === 0;
  $("lesson-next").disabled = kept.at === number - 1;
  result(isPassed(step()) ? "Solved." : "");
}

const passed = () => course.steps.filter(isPassed).length;

// Nothing is lost: the same button brings back what it has replaced.
function startAgain() {
  const { program } = step().blocks;
  if (area.value !== program) mine().spare = area.value;
  area.value = mine().program = area.value === program ? mine().spare ?? program : program;
  highlight(null);
  forget();
  keep();
}

async function check() {
  const { checks, choices } = step();
  const [index, text, choice] = [kept.at, area.value, mine().choice];
  const isOther = () => index !== kept.at || text !== area.value || choice !== mine().choice;
  const solved = { text: [], boards: [], puzzle: null };
  result("Checking …");
  try {
    for (const [kind, value] of checks) await CHECKS[kind](value, solved);
    if (choices.length && mine().choice === undefined) throw unsolved("Now answer the question.");
    if (choices.length && !choices[mine().choice][1]) throw unsolved("Your answer to the question is not right.");
  } catch (error) {
    if (isOther()) return;
    if (!error.isUnsolved) {
      result("");
      throw error;
    }
    highlight(error.line);
    selectLine(error.line);
    return result([...solved.text, error.message].join("\n"), [...solved.boards, ...error.boards]);
  }
  if (isOther()) return;
  mine().passed = true;
  keep();
  show();
  if (passed() === course.steps.length) solved.text.push("All steps are solved.");
  result(["Solved.", ...solved.text].join("\n"), solved.boards);
  $("lesson-result").classList.add("passed");
  if (!solved.puzzle) return;
  await game.open(() => solved.puzzle);
  game.say("The puzzle that was made under your program.");
}

// Each kind of check throws `unsolved`, or adds to what is shown when all have passed.
const SMALL = "all boards of up to 3x3 cells";
const CHECKS = {
  async same(encoding, solved) {
    const found = await difference(encoding);
    if (found) throw wrong(found);
    solved.text.push(`The solutions are right on ${SMALL}.`);
  },

  async stricter(encoding, solved) {
    const found = await difference(encoding);
    if (!found) throw unsolved(`The program forbids nothing more on ${SMALL}.`);
    if (!found.is_missing) throw wrong(found);
    solved.text.push("The program forbids this solution of the other rules.");
    solved.boards = pair(found, "Other rules");
  },

  async breaks(fault, solved) {
    const found = await difference("grow");
    if (!found) throw unsolved(`The program has the right solutions on ${SMALL}.`);
    const [first = ""] = found.answers[0].faults;
    if (!first.startsWith(`${fault}:`)) throw wrong(found);
    solved.text.push(`The program now allows this board: ${first}.`);
    solved.boards = pair(found);
  },

  async differs(other, solved) {
    const { puzzle } = game;
    const found = [await answersOf(puzzle, area.value), await answersOf(puzzle, step().blocks.other)];
    const [ours, theirs] = found.map(({ answers }) => answers.map((one) => JSON.stringify(one.board.attempt)));
    if (`${ours.sort()}` === `${theirs.sort()}`) {
      throw unsolved(`Both programs have the same answers on this board: ${ours.length}.`);
    }
    solved.text.push("The programs differ on this board.");
    solved.boards = found.map(({ answers }, index) => drawing(
      ["First program", "Second program"][index],
      answers.find(({ board: one }) => ![theirs, ours][index].includes(JSON.stringify(one.attempt))), game.now));
  },

  async solutions(value) {
    const [expected, text] = [parseInt(value, 10), value.replace(/^\d+ /, "")];
    const { puzzles: [puzzle] } = await ask({ ask: "load", text });
    const { number, answers } = await answersOf(puzzle.board, area.value);
    if (number === expected) return;
    throw unsolved(`The number of solutions of this board is ${number}, not ${expected}.`, {
      boards: [drawing("This board", puzzle), ...answers.slice(0, 2).map((one) => drawing("Your program", one))],
    });
  },

  async makes(size, solved) {
    const [width, height] = size.split("x").map(Number);
    const { puzzles } = accepted(await work({ ask: "invent", width, height, ...judged() }));
    solved.text.push("A puzzle with exactly 1 solution was made.");
    [solved.puzzle] = puzzles;
  },
};

// The rules of `same` name variants: the program is judged by them.
function judged() {
  const same = step().checks.find(([kind]) => kind === "same")?.[1] ?? "";
  return { program: area.value, variants: split(same).variants };
}

function split(name) {
  const [encoding, ...parts] = name.split("+");
  const isLeftOut = (part) => part.startsWith("no-");
  return {
    encoding,
    variants: parts.filter((part) => !isLeftOut(part)),
    without: parts.filter(isLeftOut).map((part) => part.slice(3)),
  };
}

async function difference(encoding) {
  const found = accepted(await work({
    ask: "difference", against: split(encoding), ...judged(),
  }));
  return found.answers.length ? found : null;
}

const answersOf = async (board, text) => accepted(await work({ ask: "experiment", board, program: text }));

function accepted(answer) {
  const { refused, line } = answer;
  if (refused !== undefined) throw unsolved(line ? `Line ${line}: ${refused}` : refused, { line });
  return answer;
}

function wrong(found) {
  const [fault = "it is no solution"] = found.answers[0].faults;
  const text = found.is_missing ? "The program misses a solution." : `The program allows this board: ${fault}.`;
  return unsolved(text, { boards: pair(found) });
}

const drawing = (caption, answer, empty = answer) => ({
  caption: answer ? caption : `${caption}: no solution`, board: answer ?? empty,
});

// What a program allows, beside what is expected.
export function pair({ answers: [answer], instead, board, is_missing: isMissing }, other = "Expected") {
  const found = [answer, instead ?? undefined];
  const [ours, theirs] = isMissing ? found.reverse() : found;
  return [drawing("Your program", ours, board), drawing(other, theirs, board)];
}

function result(text, boards = []) {
  $("lesson-result").classList.remove("passed");
  write("lesson-result", text);
  $("lesson-boards").replaceChildren(...pictures(boards));
}

// Boards beside each other, each with its caption.
export const pictures = (boards) => boards.map(({ caption, board }) =>
  make("figure", {}, thumbnail(board), make("figcaption", { textContent: caption })));
