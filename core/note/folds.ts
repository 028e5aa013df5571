import type { NoteState } from './types.ts';
import { noteAnchor } from './texts.ts';

/** WI-10.83: whether a discussion of these notes is folded. */
export const isFolded = (
  { folds, addressed }: Pick<NoteState, 'folds' | 'addressed'>,
  id: string,
  notes: readonly string[],
  resolved: boolean,
): boolean => folds[id] ?? (resolved && !notes.some((note) => noteAnchor(note) === `note_${addressed}`));
