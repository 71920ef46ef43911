export function setUpExplore() {}
