// The texts of encodings, from the files that `galaxies play --export` writes, and mixes of
// their parts; the rules of mixes are those of core/asp/encodings.py.

import { Refused } from "../refused.js";

/** @type {Promise<any>} */
let fetched;
const data = () => (fetched ??= fetch("encodings.json").then((response) => response.json()));

const folderOf = (part) => part.slice(0, Math.max(0, part.lastIndexOf("/")));
const nameOf = (part) => part.slice(part.lastIndexOf("/") + 1).replace(/\.lp$/, "");
const ofFolder = (parts, folders) => parts.filter((part) => folders.includes(folderOf(part)));

/** What is known about encodings: the answer to the request `encodings`. */
export const known = async () => (await data()).encodings;

/** The name and the program of an encoding, or of a mix. */
export async function program({ encoding = "grow", with: added = [], without = [], variants = [] }) {
  const { mixes, files } = await data();
  const changes = [...added, ...variants];
  const name = [encoding, ...changes, ...without.map((one) => `no-${one}`)].join("+");
  if (!mixes[encoding]) {
    if (name !== encoding) throw new Refused(`'${encoding}' is one page; parts can be added to ${Object.keys(mixes).join(", ")}`);
    return { name, program: textOf([`galaxies/${encoding}.lp`], files) };
  }
  const parts = await partsOf(encoding, changes, without, variants);
  return { name, program: textOf(parts.map((part) => `galaxies/${part.includes("/") ? "parts/" : ""}${part}`), files) };
}

/** The text of files of the folder of encodings. */
export const bundled = async (...names) => textOf(names, (await data()).files);

async function partsOf(encoding, changes, without, variants) {
  const { mixes, parts: paths, folders, instead, needed, kept } = await data();
  let parts = mixes[encoding];
  for (const change of changes) {
    const part = paths[change];
    const folder = folderOf(part);
    if (parts.includes(part)) continue;
    const same = folders.sets.includes(folder) ? [] : ofFolder(parts, [folder]);
    if (same.length) parts = parts.map((old) => (same.includes(old) ? part : old));
    else if (folder !== folders.varied) parts = [...parts, part];
  }
  for (const name of without) parts = parts.filter((part) => nameOf(part) !== name && folderOf(part) !== name);
  const replaced = (part) => variants.some((variant) => (instead[variant] ?? []).some((start) => part.startsWith(start)));
  parts = [...parts.filter((part) => !replaced(part)), ...[...variants].sort().map((name) => `${folders.varied}/${name}.lp`)];
  const named = changes.map((change) => paths[change]);
  for (const part of named) {
    const missing = (needed[nameOf(part)] ?? []).find((one) => !parts.includes(`${one}.lp`));
    if (missing) throw new Refused(`the part '${nameOf(part)}' makes sense with ${missing}.lp only`);
    const same = ofFolder(named, [folderOf(part)]);
    if (folders.single.includes(folderOf(part)) && same.length > 1) {
      throw new Refused(`a mix has one part of ${folderOf(part)}: ${same.map(nameOf).join(" or ")}`);
    }
    if (replaced(part) && part !== kept) throw new Refused(`a variant replaces the part '${nameOf(part)}'`);
  }
  return parts;
}

const INCLUDE = /^[ \t]*#include[ \t]+"([^"]+)"[ \t]*\.\s*(?:%.*)?$/;

// Files with what they include in its place, each once.
function textOf(paths, files) {
  const seen = new Set();
  const linesOf = (path) => {
    seen.add(path);
    return files[path].split("\n").flatMap((line) => {
      const included = INCLUDE.exec(line);
      if (!included) return [line];
      const target = resolved(`${folderOf(path)}/${included[1]}`, files) ?? resolved(`galaxies/${included[1]}`, files);
      return seen.has(target) ? [""] : linesOf(target);
    });
  };
  return paths.flatMap((path) => (seen.has(path) ? [] : linesOf(path))).join("\n");
}

function resolved(path, files) {
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/") in files ? parts.join("/") : undefined;
}
