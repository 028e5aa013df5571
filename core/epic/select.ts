import { createSelector } from 'reselect';
import type { Load, Sending } from '../access/load.ts';
import { confidentialTooltip, stateBadge } from '../work-item/rules.ts';
import type { ItemPermissions, WorkItemState } from '../work-item/types.ts';
import type { Intent } from '../sync/index.ts';
import type { ConfidentialityChange } from './actions.ts';
import { epicActions } from './actions.ts';
import { canSubmitNewEpic, DELETE_TEXTS, isNewEpicColor, stateButton } from './rules.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import type { EpicAuthor, EpicDetails, EpicPageData } from './types.ts';

/** The part of the state that these selectors read. */
export interface Root {
  readonly epic: EpicState;
}

const page = (state: Root): EpicState['page'] => state.epic.page;
const data = (state: Root): EpicPageData | null => state.epic.page.data;

export interface EpicPageStatus {
  readonly status: Load;
  readonly error: string | null;
  readonly groupPath: string | null;
  readonly iid: string | null;
}

export const selectEpicPage = createSelector(
  [
    (state: Root) => page(state).status,
    (state: Root) => page(state).error,
    (state: Root) => page(state).groupPath,
    (state: Root) => page(state).iid,
  ],
  (status, error, groupPath, iid): EpicPageStatus => ({ status, error, groupPath, iid }),
);

export const selectEpic = (state: Root): EpicDetails | null => state.epic.page.epic;

/** Endpoints, paths and switches of the page; null until it is there. */
export const selectEpicEndpoints = data;

/** EP-18.20: what the page said; where it said nothing, what the epic's own rights say. */
export const selectEpicPermissions = createSelector([data, selectEpic], (said, epic): ItemPermissions => {
  const own = epic?.permissions;
  return {
    canAdmin: said?.canAdmin ?? own?.adminEpic ?? false,
    canAdminRelation: said?.canAdminRelation ?? own?.adminEpic ?? false,
    canUpdate: said?.canUpdate ?? own?.updateEpic ?? false,
    canCreate: said?.canCreate ?? own?.createEpic ?? false,
    canDestroy: said?.canDestroy ?? own?.destroyEpic ?? false,
  };
});

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
function confidentialNow(state: Root & { readonly pending?: readonly Intent[] }): boolean {
  const { epic } = page(state);
  const edits = state.pending?.map(confidentialityEdit).filter((edit) => edit !== null && edit.id === epic?.id);
  return edits?.at(-1)?.confidential ?? epic?.confidential ?? false;
}

const confidentialityEdit = ({ kind, payload }: Intent): ConfidentialityChange | null =>
  kind === epicActions.epicConfidentialityChanged.type ? (payload as ConfidentialityChange) : null;

/** EP-02.20 */
export const selectEpicHeader = createSelector(
  [selectEpic, data, selectEpicPermissions, (state: Root) => page(state).stateChange, confidentialNow],
  (epic, said, permissions, stateChange, confidential): EpicHeader | null =>
    epic === null
      ? null
      : {
          title: epic.title,
          badge: { text: stateBadge(epic.state), state: epic.state },
          confidential: confidential ? { text: EPIC_TEXTS.confidential, tooltip: confidentialTooltip('epic') } : null,
          createdAt: epic.createdAt,
          author: said?.author ?? authorOf(epic),
          toggle: permissions.canUpdate ? { label: stateButton(epic.state), loading: stateChange === 'sending' } : null,
          canCreate: permissions.canCreate,
          canDestroy: permissions.canDestroy,
        },
);

function authorOf({ author }: EpicDetails): EpicAuthor | null {
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

export const selectNewEpic = createSelector([(state: Root) => state.epic.newEpic], (form): NewEpicForm => {
  const sending = form.status === 'sending';
  return {
    open: form.open,
    title: form.title,
    confidential: form.confidential,
    color: form.color ?? '',
    colorValid: isNewEpicColor(form.color),
    sending,
    submittable: canSubmitNewEpic({ ...form, submitting: sending }),
    error: form.error,
  };
});

export interface EpicDeletion {
  readonly open: boolean;
  readonly sending: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly error: string | null;
}

const isSending = (status: Sending): boolean => status === 'sending';

/** EP-05.20: the modal is there only for who may delete. */
export const selectEpicDeletion = createSelector(
  [(state: Root) => state.epic.deletion, selectEpicPermissions],
  ({ open, status, error }, { canDestroy }): EpicDeletion => ({
    open: open && canDestroy,
    sending: isSending(status),
    title: DELETE_TEXTS.action,
    text: DELETE_TEXTS.question,
    confirm: DELETE_TEXTS.action,
    error,
  }),
);
