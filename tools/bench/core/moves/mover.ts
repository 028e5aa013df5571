import { issueGid } from '../data.ts';

export const SIBLINGS = 1000;

/** "The child stands directly before the other." */
export interface Move {
  readonly child: string;
  readonly before: string;
}

/** Somebody who shows a list of siblings and moves one of them before the server has answered. Ids are the global ids of issues 1 to 1,000. */
export interface Mover {
  readonly name: string;
  make(): Moving | Promise<Moving>;
}

export interface Moving {
  /** Makes the move, shows it, learns of the refusal, and shows the old order again. `seen` is called with both lists. */
  moveAndRollBack(move: Move, seen?: (ids: readonly string[]) => void): void | Promise<void>;
  /** Two moves, one after the other, then the first is refused and the second accepted. Gives the list that is shown in the end. */
  overlap(first: Move, second: Move): readonly string[] | Promise<readonly string[]>;
}

/** As it is after its way over the wire: strings pasted together are slower to compare than strings that were parsed. */
export const parsed = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export const initialIds = (): string[] => parsed(Array.from({ length: SIBLINGS }, (_, index) => issueGid(index + 1)));

/** A list with a move made. */
export function moved(ids: readonly string[], { child, before }: Move): string[] {
  const rest = ids.filter((id) => id !== child);
  rest.splice(rest.indexOf(before), 0, child);
  return rest;
}
