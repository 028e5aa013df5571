import type {
  AwardPartsFragment,
  EpicAwardsQuery,
  IssueAssigneesQuery,
  IssueExtrasQuery,
  ItemExtrasQuery,
} from '../../api/generated/operations.ts';
import type { Answer, Operation, Ports } from '../../ports/index.ts';
import type { AnyAction } from '../../store/action.ts';
import type { GlobalId } from '../types.ts';
import type { Background, Extras, ExtrasSubject } from './actions.ts';
import type { ExtrasRoot } from './mutations.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { all, select } from 'typed-redux-saga';
import { EpicAwardsOperation, IssueExtrasOperation, ItemExtrasOperation } from '../../api/generated/operations.ts';
import { cursorOfNext, nodesOf, workItemId } from '../../api/wire-parts.ts';
import { recordKey, recordKeys } from '../../entities/index.ts';
import { leftOpenBy } from '../../mutation/index.ts';
import { observe, query, readPages } from '../../query/index.ts';
import { assigneesIn, mayBePart, readAssignees } from '../fields/assignees.ts';
import { zoomLinkIn } from '../rules.ts';
import { ITEM_INTERVAL } from '../slice.ts';
import { backgroundRead, extrasActions, extrasRead, ownEdits } from './actions.ts';
import { BACKGROUND_ERROR } from './background.ts';
import { changesNotes, notesKey } from './notes.ts';

type Wire = ItemExtrasQuery | EpicAwardsQuery;

type Awards = AwardPartsFragment | null | undefined;

const request = ({ id, epic }: ExtrasSubject) =>
  epic === null
    ? { operation: ItemExtrasOperation, variables: { id: workItemId(id) } }
    : { operation: EpicAwardsOperation, variables: epic };

function awardsOf(answer: Wire): Awards {
  if ('group' in answer) return answer.group?.epic?.awardEmoji;
  return answer.workItem?.widgets?.flatMap((widget) => ('awardEmoji' in widget ? (widget.awardEmoji ?? []) : []))[0];
}

/** What is the viewer's own of an item of a project; of an epic it stands in its sidebar. */
function ownOf(answer: Wire): Pick<Extras, 'subscribed' | 'todo'> {
  if ('group' in answer) return {};
  const widgets = answer.workItem?.widgets ?? [];
  const todos = widgets.flatMap((widget) => ('currentUserTodos' in widget ? nodesOf(widget.currentUserTodos) : []));
  const [subscribed = null] = widgets.flatMap((widget) => ('subscribed' in widget ? [widget.subscribed] : []));
  return { todo: { exists: todos.length > 0, deletePath: null }, subscribed };
}

const extras = query<ExtrasSubject, readonly [Wire, ...Wire[]], Extras>(extrasRead, {
  read(ports: Ports, subject) {
    const { operation, variables } = request(subject);
    return readPages(ports, operation as Operation<Wire, Record<string, unknown>>, variables, (data) =>
      cursorOfNext(awardsOf(data)),
    );
  },
  decode(pages) {
    const awards = pages.map(awardsOf);
    if (awards[0] === null || awards[0] === undefined) return null;
    const given = awards.flatMap(nodesOf);
    return {
      ...ownOf(pages[0]),
      awards: given.map(({ name, user }) => ({ emoji: name, userId: user.id })),
      people: given.map(({ user }) => user),
    };
  },
  readsVersionsOf: ({ id }) => [...recordKeys(id, ['awards', 'subscribed', 'todo']), notesKey(id)],
  failure: () => 'The reactions could not be read.',
  poll: { fallback: ITEM_INTERVAL },
});

/** IE-01.53: what is no address of a meeting is not shown as one. */
function zoomLinkOf({ issuableResourceLinks }: NonNullable<IssueExtrasQuery['issue']>): string | null {
  const link = nodesOf(issuableResourceLinks).find(({ linkType }) => linkType === 'zoom')?.link;
  return link !== undefined && zoomLinkIn(link) === link ? link : null;
}

interface BackgroundAnswer {
  readonly pages: readonly [IssueExtrasQuery, ...IssueExtrasQuery[]];
  /** Null: the item's own reading has brought them all. */
  readonly assignees: readonly [IssueAssigneesQuery, ...IssueAssigneesQuery[]] | null;
}

/** WI-07.70, WI-07.73, IE-01.53, AP-09.100: the time of an item of a project, its Zoom meeting, whether it is hidden, and who takes part in it. */
const background = query<GlobalId, BackgroundAnswer, Background>(backgroundRead, {
  *read(ports: Ports, id): SagaGenerator<Answer<BackgroundAnswer>> {
    const { confirmed } = yield* select((root: ExtrasRoot) => root);
    const answer: Answer<readonly [IssueExtrasQuery, ...IssueExtrasQuery[]]> = yield* readPages(
      ports,
      IssueExtrasOperation,
      { id },
      ({ issue }) => cursorOfNext(issue?.participants),
    );
    // WI-03.5
    const assignees = mayBePart(confirmed, id) ? (yield* readAssignees(ports, id)).data : null;
    return { ...answer, data: { pages: answer.data, assignees } };
  },
  decode({ pages, assignees }) {
    const [{ issue }] = pages;
    if (issue === null) return null;
    const assigned = assignees && assigneesIn(assignees);
    return {
      time: { estimate: issue.timeEstimate, spent: issue.totalTimeSpent },
      zoomLink: zoomLinkOf(issue),
      hidden: issue.hidden === true,
      people: pages.flatMap((page) => nodesOf(page.issue?.participants)),
      ...(assigned && { assignees: assigned }),
    };
  },
  // What no edit of ours changes is not read again for one.
  readsVersionsOf: (id) => [...['awards', 'assignees'].map((fact) => recordKey(id, fact)), notesKey(id)],
  failure: () => BACKGROUND_ERROR,
  poll: { fallback: ITEM_INTERVAL },
});

/** What the server tells of changes of what is read here. */
const KINDS: ReadonlySet<string> = new Set(['awards', 'assignees', 'description', 'notes']);
const BACKGROUND_KINDS: ReadonlySet<string> = new Set([...KINDS, 'confidential', 'timeTracking', 'zoomLink']);

const CHANGES = [extrasActions.reactionToggled, ...Object.values(ownEdits)];

/** Reads what is shown, for as long as it is. */
export function* itemExtrasSaga(ports: Ports): Generator {
  const saysSo = changesNotes(ports);
  const shown = {
    opened: extrasActions.opened.type,
    changes: extrasActions.closed.type,
    again: extrasActions.retried.type,
  };
  yield* all([
    observe(ports, extras, {
      ...shown,
      params: ({ itemExtras }: ExtrasRoot) => itemExtras.shown,
      concerns: ({ id }, action) => !extrasActions.opened.match(action) || action.payload.id === id,
      stale: (action: AnyAction, { id }: ExtrasSubject) => leftOpenBy(CHANGES, action) === id || saysSo(action, id),
      pushes: { topic: (_, { id }) => id, follows: (kind) => KINDS.has(kind) },
    }),
    observe(ports, background, {
      ...shown,
      params: ({ itemExtras }: ExtrasRoot) => itemExtras.shown.flatMap(({ id, epic }) => (epic === null ? [id] : [])),
      concerns: (id, action) => !extrasActions.opened.match(action) || action.payload.id === id,
      stale: saysSo,
      pushes: { topic: (_, id) => id, follows: (kind) => BACKGROUND_KINDS.has(kind) },
    }),
  ]);
}
