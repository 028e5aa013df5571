import type { DiscussionPartsFragment, VersionPartsFragment } from '../api/generated/operations.ts';
import type { Answer, Ports } from '../ports/index.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { alertIn, type NotesRoot } from './mutations.ts';
import { all, call, fork, put, select, takeEvery } from 'typed-redux-saga';
import { EpicNotesOperation, ItemNotesOperation } from '../api/generated/operations.ts';
import { cursorOfNext, workItemId } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import { placeOf } from '../store/action.ts';
import { abortable, store, stored } from '../store/effects.ts';
import { noticeActions } from '../notice/index.ts';
import { readCommandErrors } from '../quick-action/rules/outcome.ts';
import { get } from '../table/index.ts';
import { ITEM_INTERVAL, ITEM_PLACES } from '../work-item/slice.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { awardsSaga } from './awards.ts';
import type { NotesPage } from './lists.ts';
import { notesKey, notesOf, notesRead, type NotesOf } from './queries.ts';
import { isNotesFilter, NOTE_TEXTS } from './texts.ts';
import { pageOf } from './page.ts';
import { linesOfTexts, readDiff, readVersion, readVersions } from './versions.ts';
import { versionsOf } from './wire.ts';

/** Names of GitLab, in its browser storage. */
const FILTER_KEY = 'filter_key_work_item';
const SORT_KEY = 'sort_direction_work_item';

type Pages = readonly (DiscussionPartsFragment | null)[];

interface Activity {
  readonly pages: Pages;
  readonly versions: readonly VersionPartsFragment[];
}

function* readOne({ graphql }: Ports, asked: NotesOf, after: string | null): SagaGenerator<Answer<Pages[number]>> {
  const { id, epic, filter } = asked;
  if (epic !== null) {
    const answer = yield* call(() => abortable(graphql.request(EpicNotesOperation, { ...epic, after })));
    return { ...answer, data: answer.data.group?.epic?.discussions ?? null };
  }
  const variables = { id: workItemId(id), filter, after };
  const answer = yield* call(() => abortable(graphql.request(ItemNotesOperation, variables)));
  const widgets = answer.data.workItem?.widgets ?? [];
  return {
    ...answer,
    data: widgets.flatMap((each) => ('discussions' in each ? (each.discussions ?? []) : []))[0] ?? null,
  };
}

/** WI-10.63: a further page; or from the beginning as many as are shown, and all of them where the newest stand first. */
const list = query<NotesOf, Activity, NotesPage, string>(notesRead, {
  *read(ports: Ports, asked, cursor): SagaGenerator<Answer<Activity>> {
    const { confirmed } = yield* select((root: NotesRoot) => root);
    const shown = get(confirmed.discussions, asked.id)?.filter(({ own }) => own !== true).length ?? 0;
    const least = asked.newestFirst ? Infinity : cursor === null ? shown : 0;
    const pages: Pages[number][] = [];
    for (let [after, read] = [cursor, 0]; ;) {
      const answer: Answer<Pages[number]> = yield* call(readOne, ports, asked, after);
      pages.push(answer.data);
      read += answer.data === null ? 0 : pageOf([answer.data], asked.filter).discussions.length;
      after = answer.data && cursorOfNext(answer.data);
      if (after !== null && read < least) continue;
      const lines = linesOfTexts(pages);
      const versions = lines.size === 0 ? [] : yield* call(readVersions, ports, asked, lines);
      return { ...answer, data: { pages, versions } };
    }
  },
  decode({ pages, versions }, { filter }) {
    const there = pages.filter((page) => page !== null);
    return there.length < pages.length ? null : pageOf(there, filter, versionsOf(versions));
  },
  pages: ({ next }) => next,
  readsVersionsOf: ({ id }) => [notesKey(id)],
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
  const filter = stored(ports, FILTER_KEY);
  yield* put(
    noteAnswers.settingsRead({
      filter: isNotesFilter(filter) ? filter : 'ALL_NOTES',
      newestFirst: stored(ports, SORT_KEY) === 'desc',
    }),
  );
  yield* all([
    fork(awardsSaga, ports),
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
      concerns: ({ id }, { meta }, { note }) => note[placeOf(meta ?? {})]?.id === id,
      pushes: { topic: (_, { id }) => id, follows: (kind) => !SILENT.has(kind) },
    }),
  ]);
}
