// clingo as a command: a program and options go in, JSON and messages come out.

const lines = [];
const messages = [];
const loaded = import("./clingo/clingo.js").then(({ default: load }) => load({
  print: (line) => lines.push(line),
  printErr: (line) => messages.push(line),
}));

onmessage = async ({ data: { program, options } }) => {
  try {
    const command = await loaded;
    lines.length = messages.length = 0;
    const code = command.ccall("run", "number", ["string", "string"], [program, `${options} --outf=2`]);
    const text = lines.join("\n");
    // What a search before has left unprinted may stand in front.
    const answer = text ? JSON.parse(text.slice(text.indexOf("{"))) : {};
    postMessage({ code, answer, messages: messages.join("\n") });
  } catch (error) {
    postMessage({ failed: error.message });
  }
};
