import type { QueryStatus } from '../query/index.ts';
import type { SidebarPart } from './actions.ts';
import type { CivilDate } from '../work-item/types.ts';
import type { SidebarRoot } from './select-root.ts';
import type { SidebarWidget, SuggestedColor } from './rules.ts';
import { createSelector } from 'reselect';
import { selectFeature } from '../access/select.ts';
import { HIDDEN_ANCESTOR } from '../epic/rules.ts';
import { selectEpic, selectEpicConfig, selectEpicPermissions } from '../epic/select.ts';
import { epicEdits, type EpicRef } from '../epic/edits.ts';
import { isPending, type MutationCreator } from '../mutation/index.ts';
import { confidentialTooltip, stateBadge } from '../work-item/rules.ts';
import {
  ancestorLine,
  colorTitle,
  parseColor,
  participantsShown,
  participantsTitle,
  sidebarWidgets,
  SUGGESTED_COLORS,
  SIDEBAR_TEXTS,
} from './rules.ts';
import { selectChildren } from './select-dates.ts';
import { confidentialityRefusal, shownEpic } from './select-root.ts';
import { SIDEBAR_ERRORS } from './rules/entries.ts';
import { partState } from './queries.ts';

export const selectCollapsed = (root: SidebarRoot): boolean => root.sidebar.collapsed;

/** How far reading a part has come. */
interface Reading {
  readonly status: QueryStatus;
  readonly error: string | null;
}

const readingOf = (part: SidebarPart) => (root: SidebarRoot) => partState(root, part);

/** Of the epic's fields; what the page knows is shown meanwhile. */
export const selectSidebarStatus = createSelector([readingOf('epic')], ({ status, error }): Reading => ({
  status,
  error,
}));

const signedIn = (root: SidebarRoot): boolean => root.access.session.user !== null;
const canUpdate = (root: SidebarRoot): boolean => selectEpicPermissions(root).canUpdate;

/** EP-16.1: colours are there where the session names their feature. */
export const selectHasColors = (root: SidebarRoot): boolean => selectFeature(root, 'epicColorHighlight');

/** EP-19.1 */
export const selectWidgets = createSelector(
  [signedIn, selectHasColors, (root: SidebarRoot) => selectEpicConfig(root).allowSubEpics],
  (isSignedIn, epicColor, allowSubEpics): readonly SidebarWidget[] =>
    sidebarWidgets({ signedIn: isSignedIn, epicColor, allowSubEpics }),
);

/** EP-06.30: whether an edit of a kind waits for its answer. */
const saving =
  <P extends EpicRef, A, G>(edit: MutationCreator<P, A, G>) =>
  (root: SidebarRoot): boolean =>
    isPending(root, edit, ({ id }) => id === root.sidebar.id);

export interface TodoView {
  readonly exists: boolean;
  /** Of the button. */
  readonly label: string;
  readonly saving: boolean;
}

/** EP-06.1: null for a visitor, and until the epic is known. */
export const selectTodo = createSelector(
  [signedIn, (root: SidebarRoot) => shownEpic(root)?.todo.exists, saving(epicEdits.todoChanged)],
  (isSignedIn, exists, isSaving): TodoView | null =>
    !isSignedIn || exists === undefined
      ? null
      : { exists, label: exists ? SIDEBAR_TEXTS.markAsDone : SIDEBAR_TEXTS.addTodo, saving: isSaving },
);

export interface ColorView extends Reading {
  /** Null until it was read. */
  readonly color: string | null;
  readonly textColor: string | null;
  /** `Blue`, or `#123456`. */
  readonly title: string;
  readonly saving: boolean;
  readonly canUpdate: boolean;
  /** Null while it is closed. */
  readonly editor: {
    /** What is typed or picked; the colour that is there before that. */
    readonly text: string;
    readonly error: string | null;
    readonly suggested: readonly (SuggestedColor & { readonly selected: boolean })[];
  } | null;
}

/** EP-09: null where the feature is off. */
export const selectColor = createSelector(
  [
    selectHasColors,
    shownEpic,
    (root: SidebarRoot) => root.sidebar.colorEditor,
    readingOf('color'),
    saving(epicEdits.colorChanged),
    canUpdate,
  ],
  (isOn, epic, { open, color: picked }, { status, error }, isSaving, mayUpdate): ColorView | null => {
    if (!isOn || epic === null) return null;
    const { color, textColor } = epic;
    const text = picked === '' ? (color ?? '') : picked;
    const parsed = parseColor(text);
    return {
      color,
      textColor,
      title: color === null ? SIDEBAR_TEXTS.none : colorTitle(color),
      status,
      error,
      saving: isSaving,
      canUpdate: mayUpdate && color !== null,
      editor: open
        ? {
            text,
            error: text.trim() === '' || parsed !== null ? null : SIDEBAR_ERRORS.invalidColor,
            suggested: SUGGESTED_COLORS.map((option) => ({ ...option, selected: option.color === parsed })),
          }
        : null,
    };
  },
);

export interface ConfidentialityView {
  readonly confidential: boolean;
  readonly text: string;
  readonly tooltip: string;
  /** Why it cannot be changed now; null where it can. */
  readonly refusal: string | null;
  /** EP-10.2, EP-10.4: false where the parent or the children that are shown forbid the other. */
  readonly available: boolean;
  readonly saving: boolean;
  readonly canUpdate: boolean;
}

export const selectConfidentiality = createSelector(
  [shownEpic, selectChildren, saving(epicEdits.confidentialityChanged), canUpdate],
  (epic, children, isSaving, mayUpdate): ConfidentialityView | null =>
    epic === null
      ? null
      : {
          confidential: epic.confidential,
          text: epic.confidential ? SIDEBAR_TEXTS.confidential : SIDEBAR_TEXTS.notConfidential,
          tooltip: confidentialTooltip('epic'),
          refusal: confidentialityRefusal(epic, children),
          available: confidentialityRefusal(epic, children) === null,
          saving: isSaving,
          canUpdate: mayUpdate,
        },
);

export type AncestorRow =
  | { readonly hidden: true; readonly text: string }
  | {
      readonly hidden: false;
      readonly id: string;
      readonly title: string;
      readonly reference: string;
      readonly webPath: string;
      readonly confidential: boolean;
      readonly state: 'Open' | 'Closed';
      readonly startDate: CivilDate | null;
      readonly dueDate: CivilDate | null;
    };

export interface AncestorsView extends Reading {
  /** From the root down. */
  readonly rows: readonly AncestorRow[];
}

/** EP-11.31 */
export const selectAncestors = createSelector(
  [(root: SidebarRoot) => root.sidebar.ancestors, readingOf('ancestors')],
  ({ hasParent, parentId, list }, { status, error }): AncestorsView => ({
    status,
    error,
    rows: ancestorLine({ hasParent, parentId }, list).map((place): AncestorRow => {
      if (place.hidden) return { hidden: true, text: HIDDEN_ANCESTOR };
      const { id, title, reference, webPath, confidential, state, startDate, dueDate } = place.ancestor;
      const shown = { id, title, reference, webPath, confidential, startDate, dueDate };
      return { hidden: false, ...shown, state: stateBadge(state) };
    }),
  }),
);

/** EP-12: who takes part. */
export const selectParticipants = createSelector(
  [(root: SidebarRoot) => root.sidebar.participants, readingOf('participants')],
  ({ list, expanded }, { status, error }) => ({
    status,
    error,
    title: participantsTitle(list.length),
    expanded,
    ...participantsShown(list, expanded),
  }),
);

export interface SubscriptionView {
  /** Null until it was read. */
  readonly subscribed: boolean | null;
  readonly saving: boolean;
}

/** EP-13.1: null for a visitor. */
export const selectSubscription = createSelector(
  [signedIn, (root: SidebarRoot) => shownEpic(root)?.subscribed, saving(epicEdits.subscriptionChanged)],
  (isSignedIn, subscribed, isSaving): SubscriptionView | null =>
    isSignedIn ? { subscribed: subscribed ?? null, saving: isSaving } : null,
);

/** EP-14.1: the full reference, for copying; null until the page is there. */
export const selectReference = (root: SidebarRoot): string | null => selectEpic(root)?.reference ?? null;
