/** `waiting`: it is being found out whether anything blocks the item; `asking`: the question is shown. */
export type Closing = 'no' | 'waiting' | 'asking';
