/** What came of the commands of a comment, and how the wire tells it: as texts in `errors`, with GitLab's names in front. */
export interface CommandsOutcome {
  /** What was done, a sentence each. */
  readonly done: readonly string[];
  /** What was not, and why. */
  readonly refused: readonly string[];
}

export const NOTHING_APPLIED = 'Failed to apply commands.';

const ONLY = 'Commands only ';
const REFUSED = 'Commands ';

/** WI-10.112: the errors of a comment. `only`: it said nothing else, and was not kept. */
export const commandErrors = ({ done, refused }: CommandsOutcome, only: boolean): readonly string[] => [
  ...(only ? [`${ONLY}${done.length === 0 ? NOTHING_APPLIED : done.join(' ')}`] : []),
  ...refused.map((text) => `${REFUSED}${text}`),
];

export interface ToldCommands {
  /** There is no comment, for there was nothing but commands. */
  readonly only: boolean;
  /** What was done, as one text; null: nothing was, or it is not told. */
  readonly done: string | null;
  readonly refused: readonly string[];
}

/** The same read back; null where the errors say anything else. */
export function readCommandErrors(errors: readonly string[]): ToldCommands | null {
  const [first = '', ...rest] = errors;
  const only = first.startsWith(ONLY);
  const others = only ? rest : errors;
  if (errors.length === 0 || !others.every((text) => text.startsWith(REFUSED))) return null;
  const told = first.slice(ONLY.length);
  return {
    only,
    done: only && told !== NOTHING_APPLIED ? told : null,
    refused: others.map((text) => text.slice(REFUSED.length)),
  };
}
