import type { DiscussionPartsFragment } from '../api/generated/operations.ts';
import type { NotesPage } from './lists.ts';
import type { NoteReading, NotesFilter, NoteVersion } from './types.ts';
import { cursorOfNext, nodesOf } from '../api/wire-parts.ts';
import { noteOf, resolutionOf } from './wire.ts';

/** The field of an epic knows no filter. */
const isShown = (filter: NotesFilter, [first]: readonly NoteReading[]): boolean =>
  first !== undefined && (filter === 'ALL_NOTES' || first.system === (filter === 'ONLY_ACTIVITY'));

/** Pages that follow one another. */
export function pageOf(
  pages: readonly DiscussionPartsFragment[],
  filter: NotesFilter,
  versions: ReadonlyMap<string, NoteVersion> = new Map(),
): NotesPage {
  return {
    discussions: pages
      .flatMap(nodesOf)
      .map(({ id, notes, ...wire }) => ({
        id,
        notes: nodesOf(notes).map((note) => noteOf(note, versions.get(note.id))),
        resolved: resolutionOf(wire),
      }))
      .filter(({ notes }) => isShown(filter, notes)),
    next: cursorOfNext(pages.at(-1)),
  };
}
