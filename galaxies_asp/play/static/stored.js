// What the browser keeps; without room or permission it keeps nothing.
export function stored(name, where = "localStorage") {
  try {
    return JSON.parse(globalThis[where].getItem(name));
  } catch {
    return null;
  }
}

export function store(name, value, where = "localStorage") {
  try {
    if (value === undefined) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, JSON.stringify(value));
  } catch { /* nothing can be stored here */ }
}
