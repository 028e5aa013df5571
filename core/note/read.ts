import type { DiscussionPartsFragment, VersionPartsFragment } from '../api/generated/operations.ts';
import type { Answer, Ports } from '../ports/index.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { alertIn, type NotesRoot } from './mutations.ts';
import { all, call, fork, put, select, takeEvery } from 'typed-redux-saga';
import { cursorOfNext, nodesOf } from '../api/wire-parts.ts';
import { observe, query, selectQuery, type QueryRoot } from '../query/index.ts';
import { placeOf } from '../store/action.ts';
import { store, stored } from '../store/effects.ts';
import { noticeActions } from '../notice/index.ts';
import { readCommandErrors } from '../quick-action/rules/outcome.ts';
import { get } from '../table/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import { ITEM_INTERVAL, ITEM_PLACES } from '../work-item/slice.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { awardsSaga } from './awards.ts';
import { isFolded } from './folds.ts';
import type { NotesPage } from './lists.ts';
import { awardsKey, notesKey, notesOf, notesRead, type NotesOf } from './queries.ts';
import { isNotesFilter, NOTE_TEXTS } from './texts.ts';
import { pageOf } from './page.ts';
import { cursorAfter, readDiscussions, readReplies, type DiscussionPage } from './pages.ts';
import { linesOfTexts, readDiff, readVersion, readVersions } from './versions.ts';
import { watchSeen } from './seen.ts';
import { watchThreads } from './threads.ts';
import { behind, Heard, notesIn, readChanged, withChanged, type Changed, type Hearing } from './told.ts';
import { isOlder, versionsOf } from './wire.ts';

/** Names of GitLab, in its browser storage. */
const FILTER_KEY = 'filter_key_work_item';
const SORT_KEY = 'sort_direction_work_item';

type Pages = readonly DiscussionPage[];

interface Activity {
  readonly pages: Pages;
  readonly versions: readonly VersionPartsFragment[];
  /** WI-10.97: of discussions of which only the beginning was read, what follows that. */
  readonly rests: ReadonlyMap<GlobalId, readonly GlobalId[]>;
  /** Null: everything was read. */
  readonly changed: Changed | null;
  readonly hearing: Hearing | undefined;
}

const thereOf = (pages: Pages) => pages.filter((page) => page !== null);

/** WI-10.90: as it is shown: with all notes of the discussions that are unfolded. WI-10.97: where only these have changed, `rests` gets what follows. */
function* withThreads(
  ports: Ports,
  page: NonNullable<DiscussionPage>,
  itemId: GlobalId,
  changed: Changed | null,
  rests: Map<GlobalId, readonly GlobalId[]>,
): SagaGenerator<DiscussionPage> {
  const root = yield* select((state: NotesRoot) => state);
  const { note, confirmed } = root;
  const nodes: ReturnType<typeof nodesOf<NonNullable<DiscussionPartsFragment['nodes']>[number]>>[number][] = [];
  for (const node of nodesOf(page)) {
    const read = nodesOf(node.notes);
    const [first] = read;
    const ids = read.map(({ id }) => id);
    const after = cursorOfNext(node.notes);
    const folded = isFolded(note, node.id, ids, node.resolvedAt !== null);
    const known = get(confirmed.discussions, itemId)?.find(({ id }) => id === node.id);
    const rest = folded ? null : behind(root, known, ids, changed);
    if (first === undefined || after === null || folded) nodes.push(node);
    else if (rest !== null) {
      rests.set(node.id, rest);
      nodes.push(node);
    } else {
      const { read: replies } = yield* readReplies(ports, first.id, after);
      const pageInfo = { hasNextPage: false, endCursor: null };
      nodes.push({ ...node, notes: { nodes: [...read, ...replies], pageInfo } });
    }
  }
  return { ...page, nodes };
}

/** Where the list is narrowed here, and no page has anything of it: so many are read at once. */
const EMPTY_MOST = 10;

/** WI-10.63: whether these pages are as much as is wanted: something, and from the beginning what is shown, also where others began discussions above it. */
function isEnough(root: NotesRoot & QueryRoot, asked: NotesOf, isFurther: boolean, pages: Pages): boolean {
  const read = pageOf(thereOf(pages), asked).discussions;
  const oldest = read.at(-1);
  if (oldest === undefined) return pages.length >= EMPTY_MOST;
  const { discussions, notes } = root.confirmed;
  const isKnown = !isFurther && selectQuery(root, notesRead, asked).status === 'ready';
  const known = isKnown ? (get(discussions, asked.id)?.filter(({ own }) => own !== true) ?? []) : [];
  if (!asked.newestFirst) return read.length >= known.length;
  const last = known.at(-1);
  const began = get(notes, last?.notes[0] ?? '');
  return last === undefined || read.some(({ id }) => id === last.id) || isOlder(oldest.notes[0], began);
}

/** WI-10.63: a further page; or from the beginning as much as is shown. */
const list = query<NotesOf, Activity, NotesPage, string>(notesRead, {
  *read(ports: Ports, asked, cursor): SagaGenerator<Answer<Activity>> {
    const root = yield* select((state: NotesRoot & QueryRoot) => state);
    const pages: Pages[number][] = [];
    const isShown = cursor === null && selectQuery(root, notesRead, asked).status === 'ready';
    const hearing = cursor === null ? Heard.by(ports)?.take(asked.id) : undefined;
    const ids = isShown ? notesIn(hearing?.told ?? null) : null;
    const changed = ids === null ? null : yield* readChanged(ports, ids);
    const rests = new Map<GlobalId, readonly GlobalId[]>();
    for (let after = cursor; ;) {
      const answer: Answer<Pages[number]> = yield* call(readDiscussions, ports, asked, after);
      const { data } = answer;
      pages.push(isShown && data ? yield* withThreads(ports, data, asked.id, changed, rests) : data);
      after = cursorAfter(data, asked.newestFirst);
      if (after !== null && !isEnough(root, asked, cursor !== null, pages)) continue;
      const lines = linesOfTexts(pages);
      const versions = lines.size === 0 ? [] : yield* call(readVersions, ports, asked, lines);
      return { ...answer, data: { pages, versions, rests, changed, hearing } };
    }
  },
  decode({ pages, versions, rests, changed }, asked) {
    const there = thereOf(pages);
    if (there.length < pages.length) return null;
    const page = pageOf(there, asked, versionsOf(versions), rests);
    return changed === null ? page : withChanged(page, changed);
  },
  *also(page, _, { hearing }) {
    yield* call(() => hearing?.takenIn(page));
  },
  pages: ({ next }) => next,
  readsVersionsOf: ({ id }) => [notesKey(id), awardsKey(id)],
  failure: () => NOTE_TEXTS.failed,
  hides: () => false,
  poll: { fallback: ITEM_INTERVAL },
});

/** Changes that leave no line of activity. */
const SILENT: ReadonlySet<string> = new Set(['awards', 'counts', 'tree']);

const { opened, closed, retried, moreAsked, filterChosen, sortChosen } = noteActions;

/** WI-10.113, WI-10.114: what came of the quick actions of a comment. */
function* tellCommands({ payload: { asked, answer } }: ReturnType<typeof noteActions.commented.committed>): Generator {
  const { done, refused } = readCommandErrors(answer.errors) ?? { done: null, refused: answer.errors };
  const told = [done ?? [], refused].flat().join(' ');
  if (told === '') return;
  const root = yield* select((state: NotesRoot) => state);
  const alert = alertIn(root, asked.itemId, NOTE_TEXTS.commands, [told]);
  yield* put(
    noticeActions.raised(refused.length === 0 ? { kind: 'toast', text: told } : { ...alert, kind: 'warning' }),
  );
}

/** Reads the activity that is shown, for as long as it is. */
export function* noteSaga(ports: Ports): Generator {
  const heard = new Heard(ports);
  // Before it is read for that.
  const unheard = ports.realtime.onConnection(() => heard.miss());
  const filter = stored(ports, FILTER_KEY);
  yield* put(
    noteAnswers.settingsRead({
      filter: isNotesFilter(filter) ? filter : 'ALL_NOTES',
      newestFirst: stored(ports, SORT_KEY) === 'desc',
    }),
  );
  try {
    yield* all([
      fork(awardsSaga, ports),
      fork(watchSeen, ports),
      fork(watchThreads, ports),
      takeEvery(filterChosen.match, ({ payload }) => store(ports, FILTER_KEY, payload.filter)),
      takeEvery(sortChosen.match, ({ payload }) => store(ports, SORT_KEY, payload.newestFirst ? 'desc' : 'asc')),
      takeEvery(noteActions.commented.committed.match, tellCommands),
      takeEvery(noteActions.compared.match, (action) => readDiff(ports, action)),
      takeEvery(noteActions.restoreAsked.match, (action) => readVersion(ports, action)),
      observe(ports, list, {
        params: ({ note }: NotesRoot) =>
          ITEM_PLACES.flatMap((place) => note[place] ?? []).map((each) => notesOf(note, each)),
        changes: [opened.type, closed.type, filterChosen.type, sortChosen.type],
        again: retried.type,
        more: moreAsked.type,
        concerns: ({ id }, action, { note }) => note[placeOf(action.meta ?? {})]?.id === id,
        pushes: {
          topic: (_, { id }) => id,
          follows: (kind) => !SILENT.has(kind),
          heard: ({ id }, kinds) => heard.hear(id, kinds),
        },
      }),
    ]);
  } finally {
    unheard();
  }
}
