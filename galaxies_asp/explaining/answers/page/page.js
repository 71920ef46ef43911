const frames = [...document.querySelectorAll("section")];
const slider = document.querySelector("nav input[type=range]");
const skip = document.querySelector("nav input[type=checkbox]");
const HARD = 5;
const level = (i) => Number(frames[i].dataset.level ?? HARD);
let timer = null;

function show(step) {
  slider.value = step;
  frames.forEach((frame, i) => { frame.hidden = i !== slider.valueAsNumber; });
  const id = frames[slider.valueAsNumber].id;
  if (id) history.replaceState(null, "", `#${id}`);
}

function next(direction, least) {
  let step = slider.valueAsNumber + direction;
  while (frames[step] && level(step) < least) step += direction;
  if (frames[step]) show(step);
  return Boolean(frames[step]);
}

const least = () => (skip.checked ? 2 : 0);
const go = {
  back: () => next(-1, least()),
  forth: () => next(1, least()),
  hard: () => next(1, HARD),
  play: () => {
    clearInterval(timer);
    timer = timer ? null : setInterval(() => {
      if (!next(1, least())) { clearInterval(timer); timer = null; }
    }, 2500);
  },
};

document.querySelectorAll("nav button").forEach((button) => {
  button.onclick = go[button.dataset.go];
});
slider.max = frames.length - 1;
slider.oninput = () => show(slider.valueAsNumber);
document.onkeydown = (event) => {
  if (event.target.tagName === "INPUT" || event.target.tagName === "SUMMARY") return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = { ArrowLeft: "back", ArrowRight: "forth", h: "hard", " ": "play" };
  const name = keys[event.key];
  if (!name || (event.key === " " && event.target.tagName === "BUTTON")) return;
  event.preventDefault();
  go[name]();
};

function open_link() {
  const step = frames.findIndex((frame) => frame.id && `#${frame.id}` === location.hash);
  show(Math.max(step, 0));
}
window.onhashchange = open_link;
window.onbeforeprint = () => {
  document.querySelectorAll("details").forEach((what_if) => { what_if.open = true; });
};
document.documentElement.className = "script";
open_link();
