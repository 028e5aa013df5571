import { createSelector } from 'reselect';
import { itemHeading, itemStateButton } from '../work-item/rules.ts';
import { isPending, selectVisible } from '../mutation/index.ts';
import type { GlobalId, ItemPermissions, Person } from '../work-item/types.ts';
import { get } from '../table/index.ts';
import { NO_RIGHTS } from '../tree/slice.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import type { RecordsRoot } from '../work-item/shown.ts';
import { selectQuery } from '../query/index.ts';
import { epicPage, openRoute } from './queries.ts';
import { epicActions } from './actions.ts';
import { canSubmitNewEpic, DELETE_TEXTS, isNewEpicColor } from './rules.ts';
import { isDeleting, isSendingNewEpic } from './slice.ts';
import { epicsOf, type EpicRoot } from './state.ts';
import type { EpicAuthor, EpicPageData } from './page-data.ts';
import type { PageEpic } from './wire.ts';

export type PageRoot = Pick<EpicRoot, 'epic' | 'overEpic'>;
export type Root = PageRoot & RecordsRoot;

const data = (state: PageRoot): EpicPageData | null => state.epic.page.data;

export const selectEpicPage = createSelector(
  [
    (state: PageRoot) => state.epic.page.groupPath,
    (state: PageRoot) => state.epic.page.iid,
    (state: Pick<EpicRoot, 'epic' | 'queries'>) => selectQuery(state, epicPage, openRoute(state)),
  ],
  (groupPath, iid, { status, error }) => ({ status, error, groupPath, iid }),
);

/** The record of the page's epic; null until the page has read it. */
const epicIn = (state: PageRoot, { items }: ItemRecords): PageEpic | null =>
  (get(items, state.epic.page.id ?? '') as PageEpic | undefined) ?? null;

/** The page's epic as the server last said. */
export const selectEpic = (state: PageRoot & Pick<Root, 'confirmed'>): PageEpic | null =>
  epicIn(state, state.confirmed);

/** Endpoints, paths and switches of the page; null until it has been read. */
export const selectEpicEndpoints = data;

/** EP-18.20 */
export const selectEpicPermissions = (state: PageRoot): ItemPermissions => data(state)?.permissions ?? NO_RIGHTS;

/** Whether this viewer may change an epic, as the place that shows it or else its row says; undefined: that is not known. */
export function mayUpdateEpic(state: PageRoot & Pick<Root, 'confirmed'>, id: GlobalId): boolean | undefined {
  const shown = epicsOf(state).find(({ page }) => page.id === id);
  return (shown === undefined ? get(state.confirmed.items, id)?.permissions : shown.page.data?.permissions)?.canUpdate;
}

/** The settings that the tree of the page takes over. */
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
}));

/** EP-10.30: including edits that are not answered yet. */
const isConfidential = (state: Root): boolean => epicIn(state, selectVisible(state))?.confidential === true;

/** EP-03.20: whether a change of the epic's state is waiting for its answer. */
const isChanging = (state: Root): boolean =>
  isPending(state, epicActions.epicStateToggled, ({ id }) => id === state.epic.page.id);

/** EP-02.20. `toggle`: null without the right to update. */
export const selectEpicHeader = createSelector(
  [
    selectEpic,
    (state) => get(state.confirmed.users, selectEpic(state)?.author ?? ''),
    data,
    selectEpicPermissions,
    isChanging,
    isConfidential,
  ],
  (epic, author, said, { canUpdate, canCreate, canDestroy }, loading, confidential) =>
    epic && {
      id: epic.id,
      ...itemHeading({ ...epic, confidential }),
      createdAt: epic.createdAt,
      author: said?.author ?? authorOf(author),
      toggle: canUpdate ? { label: itemStateButton(epic), loading } : null,
      canCreate,
      canDestroy,
    },
);

function authorOf(author: Person | undefined): EpicAuthor | null {
  if (author === undefined) return null;
  const { name, username, webUrl, avatarUrl } = author;
  return { name, username, url: webUrl, avatarUrl, isProviderEmployee: false };
}

export const selectNewEpic = createSelector(
  [(state: PageRoot) => state.epic.newEpic, isSendingNewEpic],
  ({ open, groupPath, title, description, confidential, color, error }, sending) => ({
    open,
    groupPath,
    title,
    description,
    confidential,
    color,
    /** EP-09.30: an empty text is valid. */
    colorValid: isNewEpicColor(color),
    sending,
    submittable: canSubmitNewEpic({ title, color, submitting: sending }),
    error,
  }),
);

/** EP-05.20: the dialog exists only for viewers who may delete the epic. */
export const selectEpicDeletion = createSelector(
  [(state: PageRoot) => state.epic.deletion, selectEpicPermissions, isDeleting],
  ({ open, error }, { canDestroy }, sending) => ({
    open: open && canDestroy,
    sending,
    title: DELETE_TEXTS.action,
    text: DELETE_TEXTS.question,
    confirm: DELETE_TEXTS.action,
    error,
  }),
);
