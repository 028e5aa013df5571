import { createSelector } from 'reselect';
import type { Load } from '../access/failures.ts';
import { confidentialTooltip, stateBadge } from '../work-item/rules.ts';
import type { ItemPermissions, WorkItemState } from '../work-item/types.ts';
import type { Pending } from '../mutation/index.ts';
import { isPending, selectVisible } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { NO_RIGHTS } from '../tree/slice.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import { selectQuery, type Queries } from '../query/index.ts';
import { epicPage, openRoute } from './queries.ts';
import { epicActions } from './actions.ts';
import { canSubmitNewEpic, DELETE_TEXTS, isNewEpicColor, stateButton } from './rules.ts';
import { isDeleting, isSendingNewEpic, type EpicState } from './slice.ts';
import { EPIC_TEXTS } from './rules/page.ts';
import type { EpicAuthor, EpicPageData, PageEpic } from './types.ts';

/** The part of the state that these selectors read. */
export interface PageRoot {
  readonly epic: EpicState;
}

/** The same, with the records. */
export interface Root extends PageRoot {
  readonly confirmed: ItemRecords;
  readonly pending: readonly Pending[];
}

const page = (state: PageRoot): EpicState['page'] => state.epic.page;
const data = (state: PageRoot): EpicPageData | null => state.epic.page.data;

export interface EpicPageStatus {
  readonly status: Load;
  readonly error: string | null;
  readonly groupPath: string | null;
  readonly iid: string | null;
}

export const selectEpicPage = createSelector(
  [
    (state: PageRoot) => page(state).groupPath,
    (state: PageRoot) => page(state).iid,
    (state: PageRoot & { readonly queries: Queries }) => selectQuery(state, epicPage, openRoute(state)),
  ],
  (groupPath, iid, { status, error }): EpicPageStatus => ({ status, error, groupPath, iid }),
);

/** The record of the page's epic; null until the page has read it. */
const epicIn = (state: PageRoot, { items }: ItemRecords): PageEpic | null =>
  (get(items, page(state).id ?? '') as PageEpic | undefined) ?? null;

/** The page's epic as the server said. */
export const selectEpic = (state: PageRoot & Pick<Root, 'confirmed'>): PageEpic | null =>
  epicIn(state, state.confirmed);

/** Endpoints, paths and switches of the page; null until it is there. */
export const selectEpicEndpoints = data;

/** EP-18.20 */
export const selectEpicPermissions = (state: PageRoot): ItemPermissions => data(state)?.permissions ?? NO_RIGHTS;

/** The switches that the tree of the page takes over. */
export const selectEpicConfig = createSelector([data], (said) => ({
  allowSubEpics: said?.allowSubEpics ?? true,
  allowScopedLabels: said?.allowScopedLabels ?? true,
  allowIssuableHealthStatus: said?.allowIssuableHealthStatus ?? true,
  allowIterations: said?.allowIterations ?? true,
  epicsEndpoint: said?.epicLinksEndpoint ?? '',
  issuesEndpoint: said?.issueLinksEndpoint ?? '',
  projectsEndpoint: said?.projectsEndpoint ?? '',
  epicsWebUrl: said?.epicsWebUrl ?? '',
  issuesWebUrl: said?.issuesWebUrl ?? '',
  labelsWebUrl: said?.labelsWebUrl ?? '',
}));

export interface EpicHeader {
  readonly title: string;
  readonly badge: { readonly text: 'Open' | 'Closed'; readonly state: WorkItemState };
  readonly confidential: { readonly text: string; readonly tooltip: string } | null;
  readonly createdAt: string | null;
  readonly author: EpicAuthor | null;
  /** Null without the right to update. */
  readonly toggle: { readonly label: 'Close epic' | 'Reopen epic'; readonly loading: boolean } | null;
  readonly canCreate: boolean;
  readonly canDestroy: boolean;
}

/** EP-10.30: as the last edit that is not answered yet says, else as the server does. */
const isConfidential = (state: Root): boolean => epicIn(state, selectVisible(state))?.confidential === true;

/** EP-03.20: whether the state of the page's epic is on its way. */
const isChanging = (state: Root): boolean =>
  isPending(state, epicActions.epicStateToggled, ({ id }) => id === page(state).id);

/** EP-02.20 */
export const selectEpicHeader = createSelector(
  [selectEpic, data, selectEpicPermissions, isChanging, isConfidential],
  (epic, said, permissions, loading, confidential): EpicHeader | null =>
    epic === null
      ? null
      : {
          title: epic.title,
          badge: { text: stateBadge(epic.state), state: epic.state },
          confidential: confidential ? { text: EPIC_TEXTS.confidential, tooltip: confidentialTooltip('epic') } : null,
          createdAt: epic.createdAt,
          author: said?.author ?? authorOf(epic),
          toggle: permissions.canUpdate ? { label: stateButton(epic.state), loading } : null,
          canCreate: permissions.canCreate,
          canDestroy: permissions.canDestroy,
        },
);

function authorOf({ author }: PageEpic): EpicAuthor | null {
  if (author === null) return null;
  const { name, username, webUrl, avatarUrl } = author;
  return { name, username, url: webUrl, avatarUrl, isProviderEmployee: false };
}

export interface NewEpicForm {
  readonly open: boolean;
  readonly title: string;
  readonly confidential: boolean;
  readonly color: string;
  /** EP-09.30; an empty text is. */
  readonly colorValid: boolean;
  readonly sending: boolean;
  readonly submittable: boolean;
  readonly error: string | null;
}

export const selectNewEpic = createSelector(
  [(state: PageRoot) => state.epic.newEpic, isSendingNewEpic],
  (form, sending): NewEpicForm => ({
    open: form.open,
    title: form.title,
    confidential: form.confidential,
    color: form.color ?? '',
    colorValid: isNewEpicColor(form.color),
    sending,
    submittable: canSubmitNewEpic({ ...form, submitting: sending }),
    error: form.error,
  }),
);

export interface EpicDeletion {
  readonly open: boolean;
  readonly sending: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly error: string | null;
}

/** EP-05.20: the modal is there only for who may delete. */
export const selectEpicDeletion = createSelector(
  [(state: PageRoot) => state.epic.deletion, selectEpicPermissions, isDeleting],
  ({ open, error }, { canDestroy }, sending): EpicDeletion => ({
    open: open && canDestroy,
    sending,
    title: DELETE_TEXTS.action,
    text: DELETE_TEXTS.question,
    confirm: DELETE_TEXTS.action,
    error,
  }),
);
