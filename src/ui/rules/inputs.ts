/** The specification's input types. */
const INPUT_TYPES: ReadonlySet<string> = new Set(
  'text password email number url tel search range color date time datetime datetime-local month week'.split(' '),
);

/** BD-12.1: an input type of the list; anything else falls back to text. */
export const inputType = (type: string): string => (INPUT_TYPES.has(type) ? type : 'text');
