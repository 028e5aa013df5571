import type { QueryRoot } from '../query/index.ts';
import type { ItemPlace } from '../work-item/slice.ts';
import type { Person } from '../work-item/types.ts';
import type { NotesRoot } from './mutations.ts';
import type { Discussion, Note, NoteForm, Resolution } from './types.ts';
import { createSelector, lruMemoize } from 'reselect';
import { reactionsOf, type ShownReactions } from '../work-item/extras/reactions.ts';
import { sameData } from '../entities/index.ts';
import { selectPlaceName } from '../frame/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { IDLE, selectQuery } from '../query/index.ts';
import { readCommandErrors } from '../quick-action/rules/outcome.ts';
import { get } from '../table/index.ts';
import { typeNoun } from '../work-item/rules.ts';
import { hasLongList } from './commits.ts';
import { notesOf, notesRead } from './queries.ts';
import { isFolded } from './folds.ts';
import { canSend } from './rules.ts';
import { foldText, noteAnchor } from './texts.ts';
import { unreadLine } from './unread.ts';

type InPlace = readonly [state: NotesRoot & QueryRoot & Parameters<typeof selectPlaceName>[0], place: ItemPlace];

export interface NoteModel extends Omit<Note, 'author' | 'role' | 'editedBy' | 'awards'> {
  /** Null: a deleted user. */
  readonly author: Person | null;
  readonly editedBy: Person | null;
  /** WI-10.87: null: there are none, and nobody can add one. Those that were not read yet are none, to which nobody adds. */
  readonly reactions: ShownReactions | null;
  /** `note_12`; null: it is on its way. */
  readonly anchor: string | null;
  readonly hasLongList: boolean;
  /** WI-10.94 */
  readonly badges: readonly NoteBadge[];
}

/** What an author is here. */
export interface NoteBadge {
  readonly text: string;
  readonly tooltip: string;
}

export interface DiscussionModel {
  readonly id: string;
  /** There is at least one. */
  readonly notes: readonly NoteModel[];
  readonly mayReply: boolean;
  readonly mayResolve: boolean;
  /** Null: it is open. */
  readonly resolved: Resolution | null;
  /** WI-10.83: its replies are not shown, and of its first note the first line where it is resolved. */
  readonly folded: boolean;
  /** What folds or unfolds it; null: there is nothing to fold. */
  readonly fold: string | null;
  /** WI-10.90: its later replies were not read. */
  readonly more: boolean;
}

const reading = (...[state, place]: InPlace) => {
  const subject = state.note[place];
  return subject === null ? IDLE : selectQuery(state, notesRead, notesOf(state.note, subject));
};

const itemIn = (...[state, place]: InPlace) => get(selectVisible(state).items, state.note[place]?.id ?? '');

const ownerText = (...[state, place]: InPlace): string => {
  const { projectPath, group } = itemIn(state, place) ?? {};
  const path = projectPath ?? group?.fullPath ?? '';
  return `${selectPlaceName(state, path) ?? path} ${projectPath == null ? 'group' : 'project'}`;
};

/** WI-10.84: Reporters; the rights of an item that want the same role say so (`createInternalNote`). */
const mayBeInternal = (...[state, place]: InPlace): boolean => {
  const item = itemIn(state, place);
  const rights = item?.permissions;
  return (
    state.access.session.user !== null && (item?.type === 'epic' ? rights?.canAdmin : rights?.canSetMetadata) === true
  );
};

/** Of the item, texts: `issue`, `Acme group`. */
type OfItem = readonly [author: string | null, noun: string, owner: string];

type Beside = readonly [author: Person | null, editedBy: Person | null, viewer: string | null, ...OfItem];

/** WI-10.94 */
function badgesOf(author: string, role: Note['role'], [itemAuthor, noun, owner]: OfItem): readonly NoteBadge[] {
  return [
    ...(author === itemAuthor ? [{ text: 'Author', tooltip: `This user is the author of this ${noun}.` }] : []),
    ...(role == null ? [] : [{ text: role, tooltip: `This user has the ${role.toLowerCase()} role in the ${owner}.` }]),
  ];
}

const models = new WeakMap<Note, { readonly beside: Beside; readonly model: NoteModel }>();

/** The same object for the same note and people, so that of a long list only those rows are drawn again that have changed. */
function modelOf(note: Note, beside: Beside): NoteModel {
  const known = models.get(note);
  if (known?.beside.every((each, at) => each === beside[at]) === true) return known.model;
  const { awards, role, ...facts } = note;
  const [author, editedBy, viewer, ...item] = beside;
  const model: NoteModel = {
    ...facts,
    reactions:
      note.system || note.createdAt === null || (viewer === null && (awards ?? []).length === 0)
        ? null
        : reactionsOf(awards ?? [], awards === undefined ? null : viewer, []),
    author,
    editedBy,
    anchor: noteAnchor(note.id),
    hasLongList: note.system && hasLongList(note.bodyHtml ?? ''),
    badges: note.system || author === null ? [] : badgesOf(author.id, role, item),
  };
  models.set(note, { beside, model });
  return model;
}

/** What the section in this place shows (WI-10.61). */
export const selectActivity = createSelector(
  [
    (...[{ note }, place]: InPlace) => note[place],
    (...[state, place]: InPlace) => get(selectVisible(state).discussions, state.note[place]?.id ?? ''),
    (...[state]: InPlace) => selectVisible(state).notes,
    (...[state]: InPlace) => selectVisible(state).users,
    (...[{ access }]: InPlace) => access.session.user?.id ?? null,
    (...[{ note }]: InPlace) => note.filter,
    (...[{ note }]: InPlace) => note.newestFirst,
    (...[{ note }]: InPlace) => note.folds,
    (...[{ note }]: InPlace) => note.addressed,
    (...[{ note }, place]: InPlace) => note.seen?.find(({ id }) => id === note[place]?.id)?.at ?? null,
    mayBeInternal,
    reading,
    (...at: InPlace) => itemIn(...at)?.author ?? null,
    (...at: InPlace) => typeNoun(itemIn(...at)?.type ?? 'issue'),
    ownerText,
  ],
  (subject, list, notes, users, viewer, filter, newestFirst, folds, addressed, seen, mayInternal, read, ...item) => {
    const { status, error, loadingMore, next } = read;
    const signedIn = viewer !== null;
    const person = (id: string | null): Person | null => (id === null ? null : (get(users, id) ?? null));
    const model = (note: Note): NoteModel =>
      modelOf(note, [person(note.author), person(note.editedBy), viewer, ...item]);
    const discussion = ({ id, notes: ids, resolved, more }: Discussion): readonly DiscussionModel[] => {
      const models = ids.flatMap((each) => get(notes, each) ?? []).map(model);
      const [first] = models;
      if (first === undefined) return [];
      const isFoldable = models.length > 1 || resolved !== undefined;
      const folded = isFoldable && isFolded({ folds, addressed }, id, ids, resolved !== undefined);
      return [
        {
          id,
          notes: models,
          mayReply: signedIn && !first.system && first.createdAt !== null,
          mayResolve: first.canResolve,
          resolved: resolved ?? null,
          folded,
          fold: isFoldable ? foldText(models.length - 1, folded, more !== undefined) : null,
          more: more !== undefined,
        },
      ];
    };
    const all = list ?? [];
    // Where the newest stand first, what was begun here is newer than what was read.
    const own = newestFirst ? all.filter((each) => each.own).toReversed() : [];
    const shown = [...own, ...all.filter((each) => !own.includes(each))].flatMap(discussion);
    const isNew = ({ createdAt, author }: NoteModel): boolean =>
      seen !== null && createdAt !== null && createdAt > seen && author?.id !== viewer;
    return {
      itemId: subject?.id ?? null,
      status,
      error,
      signedIn,
      filter,
      newestFirst,
      addressed,
      mayInternal,
      discussions: shown,
      unread: unreadLine(shown, newestFirst, isNew),
      hasMore: next !== null,
      loadingMore,
    };
  },
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2, resultEqualityCheck: sameData } },
);

const NO_FORM = { body: '', internal: false, error: null } as const;

/** The form of a target; `open` false: nobody writes there. */
export const selectNoteForm = createSelector(
  [({ note }: Pick<NotesRoot, 'note'>, target: string): NoteForm | undefined => note.forms[target]],
  (form) => {
    const { body, internal, error } = form ?? NO_FORM;
    return { open: form !== undefined, body, internal, error: error && refusalText(error), canSend: canSend(body) };
  },
);

/** The targets of all forms that are open, parted by spaces: a text, which stays the same while somebody types. */
export const selectWritten = ({ note }: Pick<NotesRoot, 'note'>): string => Object.keys(note.forms).join(' ');

/** What a version changed, of this line of activity; undefined: nobody has asked. */
export const selectDiff = ({ note }: Pick<NotesRoot, 'note'>, id: string) => note.versions[id];

/** The version of this line of activity is being read, to be restored. */
export const selectRestoring = ({ note }: Pick<NotesRoot, 'note'>, id: string): boolean => note.restoring === id;

/** Of several errors the first; of commands all that were refused (WI-10.114). */
function refusalText(error: string): string {
  const lines = error.split('\n');
  return readCommandErrors(lines)?.refused.join(' ') ?? lines[0] ?? error;
}
