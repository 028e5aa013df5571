import type { Assist, Assists } from '../../mutation/index.ts';
import type { Ports } from '../../ports/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { ChildMove, FormRequest } from '../actions.ts';
import type { TreeSlices } from '../state.ts';
import { isWireError } from '../../store/index.ts';
import { get } from '../../table/index.ts';
import { typeIdIn } from '../../work-item/fields/convert.ts';
import { select, type SagaGenerator } from 'typed-redux-saga';
import { treeActions } from '../actions.ts';
import { workItemId } from '../../api/wire-parts.ts';
import { entityId } from '../move.ts';
import { placeShowing } from '../place.ts';
import { inPlace } from '../../store/place.ts';
import { namedIn } from '../select/view.ts';
import { fetchChildren } from './fetch.ts';

/** TR-19.25: the id of the new item's type in its project; a type that the project does not have is a failure. */
const typeOfNewItem: Assist = {
  *before(ports, asked: FormRequest) {
    return asked.form === 'createWorkItem' ? yield* typeIdIn(ports, asked.projectPath, asked.childType) : undefined;
  },
};

/** What a server says of something that is not there: it does not tell it from what may not be seen or moved. */
const SAID_OF_MISSING = /permissions to move|parent must match|No matching task|No Work Item found/;

/** The sibling that a request for a move names, by its id on the wire. */
interface Named {
  readonly variables?: {
    readonly input?: {
      readonly moved?: { readonly adjacentReferenceId?: string };
      readonly hierarchyWidget?: { readonly adjacentWorkItemId?: string };
    };
  };
}

const ALL = { epics: Infinity, issues: Infinity };

/** TR-14.32: names the missing item instead of the server's message. It only looks: the lists are read again once the move is refused. */
const whatHasGone: Assist = {
  *explain(ports, asked: ChildMove, failure, request) {
    const mayMeanGone = failure.kind === 'graphql' && failure.messages.some((text) => SAID_OF_MISSING.test(text));
    if (!mayMeanGone) return null;
    const { input } = (request as Named | null)?.variables ?? {};
    const beside = input?.moved?.adjacentReferenceId ?? input?.hierarchyWidget?.adjacentWorkItemId ?? null;
    try {
      return yield* findGone(ports, asked, beside);
    } catch (fault) {
      // It cannot be found out now: the server's words stand.
      if (!isWireError(fault)) throw fault;
      return null;
    }
  },
};

/** Which of a refused move's child, parents and neighbour is not there any more, in words; null where all are there. `beside`: the neighbour, by its id on the wire. */
function* findGone(ports: Ports, asked: ChildMove, beside: string | null): SagaGenerator<string | null> {
  const { childId, fromParentId, parentId } = asked;
  const state = yield* select((whole: TreeSlices) => whole);
  const place = placeShowing(state, fromParentId);
  const { confirmed, tree } = inPlace(state, place);
  const name = (id: GlobalId): string => {
    const item = get(confirmed.items, id) ?? (id === tree.root?.id ? tree.root : undefined);
    return item === undefined ? 'An item' : namedIn(tree, item);
  };
  const siblings = [asked.before, asked.after, ...(get(confirmed.orders, parentId)?.ids ?? [])];
  const neighbour =
    siblings.find((id) => id !== null && [entityId(confirmed, id), workItemId(id)].includes(beside ?? '')) ?? null;
  for (const id of new Set([fromParentId, parentId])) {
    const answer = yield* fetchChildren(ports, { parentId: id, place }, ALL);
    if (answer === null) return null;
    if (answer.data === null) return `${name(id)} is not here any more.`;
    const { items } = answer.data;
    const left = [id === fromParentId ? childId : null, id === parentId ? neighbour : null].find(
      (wanted) => wanted !== null && !items.some((item) => item.id === wanted),
    );
    if (left != null) return `${name(left)} is no longer in ${name(id)}.`;
  }
  return null;
}

/** What has to be asked for some of the tree's mutations beside their own requests. */
export const treeAssists: Assists = {
  [treeActions.formSubmitted.type]: typeOfNewItem,
  [treeActions.childMoved.type]: whatHasGone,
};
