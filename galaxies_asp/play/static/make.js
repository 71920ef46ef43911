export function setUpMake() {}
