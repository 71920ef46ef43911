export function setUpRules() {}
