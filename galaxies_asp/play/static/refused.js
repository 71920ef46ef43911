// The error of a request that is refused: its message is for people.

export class Refused extends Error {}
