import type { Ports } from '../../ports/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { MoveIntent } from '../rules.ts';
import type { TreeSlices } from './session.ts';
import { isWireError } from '../../store/index.ts';
import { get } from '../../table/index.ts';
import { select, type SagaGenerator } from 'typed-redux-saga';
import { fetchAll } from './read.ts';
import { openSession } from './session.ts';

/** What a server says of something that is not there: it does not tell it from what may not be seen or moved. */
const SAID_OF_MISSING = /permissions to move|parent must match|No matching task|No Work Item found/;

export const mayMeanGone = (refusal: unknown): boolean =>
  typeof refusal === 'string' ? SAID_OF_MISSING.test(refusal) : isWireError(refusal) && refusal.kind === 'graphql';

const ALL = { epics: Infinity, issues: Infinity };

/**
 * TR-14.32: which of a refused move's child, parents and neighbour is not there any more, in words; null where all are there, or where that
 * cannot be found out. Only asks: the lists are read again once the move is refused.
 */
export function* findGone(ports: Ports, move: MoveIntent, beside: GlobalId | null): SagaGenerator<string | null> {
  const { childId, fromParentId, parentId } = move;
  // A session of its own: what it reads is nobody else's to wait for.
  const session = openSession(ports);
  const { confirmed, tree } = yield* select((state: TreeSlices) => state);
  const name = (id: GlobalId): string => {
    const item = get(confirmed.items, id) ?? (id === tree.root?.id ? tree.root : undefined);
    return item === undefined ? 'An item' : `${item.reference} “${item.title}”`;
  };
  for (const id of new Set([fromParentId, parentId])) {
    const page = yield* fetchAll(session, id, ALL);
    if (page === null) return null;
    if (page.answer === null) return `${name(id)} is not here any more.`;
    const { items } = page.answer;
    const left = [id === fromParentId ? childId : null, id === parentId ? beside : null].find(
      (wanted) => wanted !== null && !items.some((item) => item.id === wanted),
    );
    if (left != null) return `${name(left)} is no longer in ${name(id)}.`;
  }
  return null;
}
