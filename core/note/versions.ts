import type { DiscussionPartsFragment, NoteVersionQuery, VersionPartsFragment } from '../api/generated/operations.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { NotesOf } from './queries.ts';
import { alertIn, type NotesRoot } from './mutations.ts';
import { call, put, select } from 'typed-redux-saga';
import { EpicVersionsOperation, ItemVersionsOperation, NoteVersionOperation } from '../api/generated/operations.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { selectVisible } from '../mutation/index.ts';
import { noticeActions } from '../notice/index.ts';
import { abortable, request } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { noteAnswers, type noteActions } from './actions.ts';
import { readNotes, type NotePageArgs } from './pages.ts';
import { NOTE_TEXTS } from './texts.ts';

/** What descriptions were before, read when somebody asks. */

/** Of the lines that may tell of a changed description. */
const ICONS: ReadonlySet<string | null> = new Set(['pencil', 'task-done']);

/** The lines among these discussions that may tell of a changed description. */
export const linesOfTexts = (pages: readonly (DiscussionPartsFragment | null)[]): Set<string> =>
  new Set(
    pages
      .flatMap((page) => nodesOf(page ?? undefined))
      .flatMap(({ notes }) => nodesOf(notes))
      .flatMap(({ id, system, systemNoteIconName }) => (system && ICONS.has(systemNoteIconName) ? id : [])),
  );

type Page = VersionPartsFragment | null;

function* readOne(
  { graphql }: Ports,
  { id, epic }: Pick<NotesOf, 'id' | 'epic'>,
  args: NotePageArgs,
): SagaGenerator<Answer<Page>> {
  if (epic === null) {
    const answer = yield* call(() => abortable(graphql.request(ItemVersionsOperation, { id, ...args })));
    return { ...answer, data: answer.data.issue?.notes ?? null };
  }
  const answer = yield* call(() => abortable(graphql.request(EpicVersionsOperation, { ...epic, ...args })));
  return { ...answer, data: answer.data.group?.epic?.notes ?? null };
}

/** The versions of an item, without their texts, as far as these lines go. Throws the port's rejection. */
export function* readVersions(
  ports: Ports,
  asked: NotesOf,
  lines: ReadonlySet<string>,
): SagaGenerator<readonly VersionPartsFragment[]> {
  const { data } = yield* readNotes((args) => readOne(ports, asked, args), asked.newestFirst, lines);
  return data.filter((page) => page !== null);
}

/** IE-07.61: once, and again only where it failed. */
export function* readDiff(
  { rest }: Ports,
  { payload: { id, shown } }: ReturnType<typeof noteActions.compared>,
): Generator {
  const root = yield* select((state: NotesRoot) => state);
  const path = get(selectVisible(root).notes, id)?.version?.diffPath;
  const status = root.note.versions[id]?.status;
  if (!shown || path === undefined || status === 'loading' || status === 'ready') return;
  yield* put(noteAnswers.diffAsked({ id }));
  const answer = yield* call(request<unknown>, () => rest.request({ method: 'GET', path }));
  const html = answer.ok && typeof answer.data === 'string' ? answer.data : null;
  const { note } = yield* select((state: NotesRoot) => state);
  if (note.versions[id] !== undefined) yield* put(noteAnswers.diffRead({ id, html }));
}

/** IE-07.65 */
export function* readVersion(
  { graphql }: Ports,
  { payload: { itemId, id } }: ReturnType<typeof noteActions.restoreAsked>,
): Generator {
  const answer = yield* call(request<NoteVersionQuery>, () => graphql.request(NoteVersionOperation, { id }));
  const root = yield* select((state: NotesRoot) => state);
  // It was left meanwhile, or another one is wanted.
  if (root.note.restoring !== id) return;
  const text = answer.ok ? answer.data.note?.systemNoteMetadata?.descriptionVersion?.description : null;
  const description = text ?? null;
  yield* put(noteAnswers.versionRead({ itemId, id, description }));
  if (description === null)
    yield* put(
      noticeActions.raised(alertIn(root, itemId, NOTE_TEXTS.notRestored, answer.ok ? [] : answer.error.messages)),
    );
}
