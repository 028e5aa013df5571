import type { Sending } from '../access/failures.ts';
import type { Places } from './limit.ts';
import type { Trial } from './trial.ts';
import { queryName } from '../query/index.ts';
import { reducerOf, serverAction, userAction } from '../store/action.ts';

/** What a group, a project or the whole site has pages for. */
export type NounName =
  | 'labels'
  | 'milestones'
  | 'milestone'
  | 'cadences'
  | 'iterations'
  | 'iteration'
  | 'members'
  | 'templates'
  | 'settings'
  | 'newGroup'
  | 'newProject'
  | 'users'
  | 'profile'
  | 'preferences'
  | 'sessions'
  | 'plan'
  | 'sales';

/** A page on which the things of one noun are managed, in one group or project or, without a path, in the site. */
export interface ManagedPage {
  readonly noun: NounName;
  readonly kind: 'group' | 'project' | 'site';
  readonly fullPath: string;
  /** What it is about, by its number: one of them, or that of which they are parts. */
  readonly iid?: string;
}

/** What its list shows. `filter`: one of those of the noun; empty: the first. */
export interface ManagedList extends ManagedPage {
  readonly search: string;
  readonly filter: string;
}

/** One thing of the list; the noun knows what else it has. `id`: what the requests about it name. */
export interface Entry {
  readonly id: string;
}

/** The fields of a form, by name, as they are typed. */
export type Draft = Readonly<Record<string, string>>;

/** An entry in its form. `was`: the entry so far, null: it is new; `before`: what the form began with. */
export interface EditedEntry {
  readonly was: Entry | null;
  readonly before: Draft;
  readonly draft: Draft;
}

/** One change. `what`: `save`, `delete`, or another one that the noun has; `id` null: of a new entry. */
export interface Change {
  readonly page: ManagedPage;
  readonly what: string;
  readonly id: string | null;
  readonly draft: Draft;
}

/** What is wrong, by field. */
export type Faults = Readonly<Record<string, string | null>>;

export interface Refused {
  /** The page that it is about; absent: of the one that is shown. */
  readonly page?: ManagedPage;
  readonly error: string | null;
  readonly faults: Faults;
}

/** What a form offers to choose from. `page`: of whose `entries`. */
export interface Suggestions {
  readonly what: 'people' | 'groups' | 'entries';
  readonly search: string;
  readonly page?: ManagedPage;
}

/** Where the viewer's role is asked for. */
export interface PlaceOfRole {
  readonly kind: 'group' | 'project';
  readonly fullPath: string;
}

export interface Suggested {
  readonly id: string;
  readonly title: string;
  /** What distinguishes it from others of this title. */
  readonly detail: string;
}

/** Of which top-level group limit and trial are read, for whom. */
export interface PlacesOf {
  readonly topPath: string;
  readonly userId: string;
}

/** How many people a top-level group may have, as far as the viewer is told. */
export interface GroupPlaces extends PlacesOf, Places {
  readonly name: string;
  /** The viewer owns it. */
  readonly isOwner: boolean;
  /** Told to its Owners only; null: there is none. */
  readonly trial: Trial | null;
  readonly mayStart: boolean;
}

export const manageActions = {
  opened: userAction<{ page: ManagedPage }>('manage/opened'),
  /** Another page of a group or project was opened, which leads to these. */
  placeEntered: userAction<PlaceOfRole>('manage/placeEntered'),
  narrowed: userAction<{ search: string } | { filter: string }>('manage/narrowed'),
  moreAsked: userAction('manage/moreAsked'),
  retried: userAction('manage/retried'),
  formOpened: userAction<Pick<EditedEntry, 'was' | 'before'>>('manage/formOpened'),
  typed: userAction<{ draft: Draft }>('manage/typed'),
  formClosed: userAction('manage/formClosed'),
  suggestionsAsked: userAction<Suggestions>('manage/suggestionsAsked'),
  submitted: userAction<Change>('manage/submitted'),
  /** `entry`: of a page that is one form, what it is now. */
  saved: serverAction<Pick<Change, 'page' | 'what'> & { readonly entry?: Entry }>('manage/saved'),
  refused: serverAction<Refused>('manage/refused'),
};

/** What a change invalidates: reads that began before it. */
export const MANAGED = 'managed';

/** One key for one page. */
export const pageKey = ({ noun, kind, fullPath, iid = '' }: ManagedPage): string =>
  `${noun} ${kind} ${fullPath} ${iid}`.trimEnd();

/** `userId`: as the wire gives it. */
export interface RoleIn extends PlaceOfRole {
  readonly userId: string;
}

/** `isWhole`: it does not come in pages; `next`: the cursor of the next page where pages have cursors and no numbers. */
export interface ManagedRows {
  readonly entries: readonly Entry[];
  readonly isWhole?: true;
  readonly next?: string | null;
}

export const manageReads = {
  list: queryName<ManagedList, ManagedRows, number | string>('manage/list', pageKey),
  suggestions: queryName<Suggestions, { readonly suggested: readonly Suggested[] }>(
    'manage/suggestions',
    ({ what }) => what,
  ),
  role: queryName<RoleIn, { readonly level: number | null }>(
    'manage/role',
    ({ kind, fullPath, userId }) => `${kind} ${fullPath} ${userId}`,
  ),
  places: queryName<PlacesOf, { readonly places: GroupPlaces }>('manage/places', ({ topPath }) => topPath),
};

export interface ManageState {
  readonly shown: ManagedList | null;
  readonly entries: readonly Entry[];
  /** Where one's role is asked for, and its level; null: none, or not known yet. */
  readonly place: PlaceOfRole | null;
  readonly level: number | null;
  readonly edited: EditedEntry | null;
  /** What is sent, or was refused: the form (`save`), or a change without one. */
  readonly form: { readonly status: Sending; readonly what: string | null } & Omit<Refused, 'page'>;
  /** How often something was. */
  readonly saved: number;
  /** What was saved last on this page. */
  readonly done: string | null;
  readonly suggestions: Suggestions | null;
  readonly suggested: readonly Suggested[];
  /** What was read last; absent: nothing yet. */
  readonly places?: GroupPlaces;
}

const IDLE: ManageState['form'] = { status: 'idle', what: null, error: null, faults: {} };
const CLOSED = { edited: null, form: IDLE } as const;

const initial: ManageState = {
  shown: null,
  entries: [],
  place: null,
  level: null,
  ...CLOSED,
  saved: 0,
  done: null,
  suggestions: null,
  suggested: [],
};

const isShown = ({ shown }: ManageState, page: ManagedPage): boolean =>
  shown !== null && pageKey(shown) === pageKey(page);

/** The role in the same place stays known. */
const inPlace = ({ place: before, level }: ManageState, place: PlaceOfRole): Pick<ManageState, 'place' | 'level'> => ({
  place,
  level: before?.kind === place.kind && before.fullPath === place.fullPath ? level : null,
});

const withData = (state: ManageState, { data }: { readonly data: Partial<ManageState> }): ManageState => ({
  ...state,
  ...data,
});

export const manageReducer = reducerOf(initial, (on) => {
  on(manageActions.opened, (state, { page }) => ({
    ...initial,
    saved: state.saved,
    ...(state.places && { places: state.places }),
    shown: { ...page, search: '', filter: '' },
    ...(page.kind !== 'site' && inPlace(state, { kind: page.kind, fullPath: page.fullPath })),
  }));
  on(manageActions.placeEntered, (state, place) => ({ ...state, ...inPlace(state, place) }));
  on(manageActions.narrowed, (state, to) =>
    // What another filter showed is none of these.
    state.shown === null
      ? state
      : { ...state, shown: { ...state.shown, ...to }, ...('filter' in to && { entries: [] }) },
  );
  on(manageReads.list.received, (state, { cursor, data: { entries } }) => ({
    ...state,
    entries: cursor === null ? entries : [...state.entries, ...entries],
  }));
  on(manageReads.role.received, withData);
  on(manageReads.suggestions.received, withData);
  on(manageReads.places.received, withData);
  on(manageActions.formOpened, (state, { was, before }) => ({
    ...state,
    ...CLOSED,
    edited: { was, before, draft: before },
  }));
  on(manageActions.typed, (state, { draft }) =>
    state.edited === null
      ? state
      : { ...state, edited: { ...state.edited, draft: { ...state.edited.draft, ...draft } } },
  );
  on(manageActions.formClosed, (state) => ({ ...state, ...CLOSED }));
  on(manageActions.suggestionsAsked, (state, suggestions) => ({ ...state, suggestions, suggested: [] }));
  on(manageActions.submitted, (state, { what }) => ({ ...state, form: { ...IDLE, status: 'sending', what } }));
  // BD-05.4: another page's form may be open by then.
  on(manageActions.refused, (state, { page, error, faults }) =>
    state.form.status !== 'sending'
      ? state
      : page !== undefined && !isShown(state, page)
        ? { ...state, form: IDLE }
        : { ...state, form: { ...state.form, status: 'failed', error, faults } },
  );
  // What was sent beside it was not: one is sent at a time. A form that was opened meanwhile stays.
  on(manageActions.saved, (state, { page, what, entry }) =>
    isShown(state, page)
      ? {
          ...state,
          form: IDLE,
          ...(state.form.what === what && { edited: null }),
          ...(entry !== undefined && { entries: [entry] }),
          saved: state.saved + 1,
          done: what,
        }
      : { ...state, form: IDLE },
  );
});

/** BD-05.5: whether something would be lost with the form. */
export const isEntryWritten = ({ draft, before }: EditedEntry): boolean =>
  Object.entries(draft).some(([name, text]) => text !== before[name]);

export const selectIsWritingEntry = ({ manage: { edited } }: { readonly manage: ManageState }): boolean =>
  edited !== null && isEntryWritten(edited);

/** What the planner wires. */
export const manageDomain = { name: 'manage', reducer: manageReducer } as const;
