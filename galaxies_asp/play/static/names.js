// What boards and types are called.

/** The columns and rows of a board of squares. @type {(board: Board) => [number, string][]} */
export const countsOf = ({ lattice = "square", width, height }) => (lattice === "square" ? [[width, "column"], [height, "row"]] : []);
/** The size of a board of Galaxies, or its lattice. @type {(board: Board) => string} */
export const sizeOf = (board) => (board.family ? "" : countsOf(board).map(([number]) => number).join("×") || board.lattice);
/** What types are called. @type {Record<string, string>} */
export const titles = {};
/** A name for people, with a capital letter and blanks. */
export const inWords = (name) => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
/** The name of a board, or that of its type: a game ID is no name. @type {(board: {id?: string, family?: string}) => string} */
export const titleOf = ({ id = "", family = "galaxies" }) => (
  id.replace(/^\d+x\d+\S*:\S+$/, "").replace(/^[a-z-]+(?=: )/, inWords) || inWords(family.split("/").at(-1)));
