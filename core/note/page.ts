import type { NotesPage } from './lists.ts';
import type { NotesOf } from './queries.ts';
import type { NoteReading, NotesFilter, NoteVersion } from './types.ts';
import type { GlobalId } from '../work-item/types.ts';
import { cursorOfNext, nodesOf } from '../api/wire-parts.ts';
import { cursorAfter, type DiscussionPage } from './pages.ts';
import { noteOf, resolutionOf } from './wire.ts';

/** Where the server does not narrow the list, this does. */
const isShown = (filter: NotesFilter, [first]: readonly NoteReading[]): boolean =>
  first !== undefined && (filter === 'ALL_NOTES' || first.system === (filter === 'ONLY_ACTIVITY'));

/** Pages that follow one another, in the order in which they are read. */
export function pageOf(
  pages: readonly NonNullable<DiscussionPage>[],
  { filter, newestFirst }: Pick<NotesOf, 'filter' | 'newestFirst'>,
  versions: ReadonlyMap<string, NoteVersion> = new Map(),
  rests: ReadonlyMap<string, readonly GlobalId[]> = new Map(),
): NotesPage {
  const next = cursorAfter(pages.at(-1) ?? null, newestFirst);
  return {
    discussions: pages
      .flatMap((page) => (newestFirst ? nodesOf(page).toReversed() : nodesOf(page)))
      .map(({ id, notes, ...wire }) => {
        const resolved = resolutionOf(wire);
        const behind = rests.get(id);
        const more = behind === undefined ? cursorOfNext(notes) : null;
        return {
          id,
          notes: nodesOf(notes).map((note) => noteOf(note, versions.get(note.id))),
          ...(resolved && { resolved }),
          ...(more !== null && { more }),
          ...(behind && { ids: [...nodesOf(notes).map((note) => note.id), ...behind] }),
        };
      })
      .filter(({ notes }) => isShown(filter, notes)),
    next,
    // Comments begin discussions, and the newest ones are read first where they stand first.
    beyond: next !== null && !newestFirst && filter !== 'ONLY_ACTIVITY',
  };
}
