import type { SidebarPart } from './actions.ts';
import type { Label } from '../work-item/types.ts';
import { createSelector as selector } from 'reselect';
import { selectFeature, selectSignedIn } from '../access/select.ts';
import { HIDDEN_ANCESTOR } from '../epic/rules.ts';
import { selectEpic, selectEpicConfig } from '../epic/select.ts';
import { epicEdits, type EpicRef } from '../epic/actions.ts';
import { isPending, selectVisible, type MutationCreator } from '../mutation/index.ts';
import {
  changedLabels,
  confidentialTooltip,
  labelledListPath,
  labelsMatching,
  participantsShown,
  participantsTitle,
  parseColor,
  splitScopedLabel,
  stateBadge,
} from '../work-item/rules.ts';
import { ancestorLine, colorTitle, sidebarWidgets, SUGGESTED_COLORS, SIDEBAR_ERRORS, SIDEBAR_TEXTS } from './rules.ts';
import { recordsOf } from '../entities/index.ts';
import { selectChildren } from './select-dates.ts';
import { canUpdate, confidentialityRefusal, shownEpic } from './select-root.ts';
import type { SidebarRoot } from './state.ts';
import { partState } from './queries.ts';
import { isMakingLabel } from './slice.ts';
import { shownLabelForm } from '../work-item/shown-label-form.ts';

const createSelector = selector.withTypes<SidebarRoot>();

/** The status of reading a part. */
const readingOf = (part: SidebarPart) =>
  createSelector([(root) => partState(root, part)], ({ status, error }) => ({ status, error }));

/** The status of reading the epic's fields; what the page knows is shown meanwhile. */
export const selectSidebarStatus = readingOf('epic');

/** EP-16.1: colours are there where the session names their feature. */
export const selectHasColors = (root: SidebarRoot): boolean => selectFeature(root, 'epicColorHighlight');

/** EP-19.1 */
export const selectWidgets = createSelector(
  [selectSignedIn, selectHasColors, (root) => selectEpicConfig(root).allowSubEpics],
  (signedIn, epicColor, allowSubEpics) => sidebarWidgets({ signedIn, epicColor, allowSubEpics }),
);

/** EP-06.30: whether an edit of this kind is waiting for its answer. */
const saving =
  <P extends EpicRef, A, G>(edit: MutationCreator<P, A, G>) =>
  (root: SidebarRoot): boolean =>
    isPending(root, edit, ({ id }) => id === root.sidebar.id);

/** EP-06.1: null for a visitor, and until the epic is known. */
export const selectTodo = createSelector(
  [selectSignedIn, (root) => shownEpic(root)?.todo.exists, saving(epicEdits.todoChanged)],
  (signedIn, exists, isSaving) =>
    !signedIn || exists === undefined
      ? null
      : { exists, label: exists ? SIDEBAR_TEXTS.markAsDone : SIDEBAR_TEXTS.addTodo, saving: isSaving },
);

/** EP-09: null where the feature is off; `color` is null until it has been read. */
export const selectColor = createSelector(
  [
    selectHasColors,
    shownEpic,
    (root) => root.sidebar.colorEditor,
    readingOf('color'),
    saving(epicEdits.colorChanged),
    canUpdate,
  ],
  (isOn, epic, { open, color: picked }, reading, isSaving, mayUpdate) => {
    if (!isOn || epic === null) return null;
    const { color, textColor } = epic;
    const text = picked === '' ? (color ?? '') : picked;
    const parsed = parseColor(text);
    const editor = {
      /** What is typed or picked; the current colour before that. */
      text,
      error: text.trim() === '' || parsed !== null ? null : SIDEBAR_ERRORS.invalidColor,
      suggested: SUGGESTED_COLORS.map((option) => ({ ...option, selected: option.color === parsed })),
    };
    return {
      ...reading,
      color,
      textColor,
      title: color === null ? SIDEBAR_TEXTS.none : colorTitle(color),
      saving: isSaving,
      canUpdate: mayUpdate && color !== null,
      editor: open ? editor : null,
    };
  },
);

/** EP-10. `refusal`: why the shown parent or children do not allow a change now (EP-10.2, EP-10.4); null where it is possible. */
export const selectConfidentiality = createSelector(
  [shownEpic, selectChildren, saving(epicEdits.confidentialityChanged), canUpdate],
  (epic, children, isSaving, mayUpdate) => {
    if (epic === null) return null;
    const { confidential } = epic;
    const refusal = confidentialityRefusal(epic, children);
    return {
      confidential,
      text: confidential ? SIDEBAR_TEXTS.confidential : SIDEBAR_TEXTS.notConfidential,
      tooltip: confidentialTooltip('epic'),
      refusal,
      available: refusal === null,
      saving: isSaving,
      canUpdate: mayUpdate,
    };
  },
);

/** EP-11.31: from the root down. */
export const selectAncestors = createSelector(
  [(root) => root.sidebar.ancestors, readingOf('ancestors')],
  ({ hasParent, parentId, list }, reading) => ({
    ...reading,
    rows: ancestorLine({ hasParent, parentId }, list).map((place) => {
      if (place.hidden) return { hidden: true as const, text: HIDDEN_ANCESTOR };
      const { id, title, reference, webPath, confidential, state, startDate, dueDate } = place.ancestor;
      const shown = { id, title, reference, webPath, confidential, startDate, dueDate };
      return { hidden: false as const, ...shown, state: stateBadge(state) };
    }),
  }),
);

export type AncestorRow = ReturnType<typeof selectAncestors>['rows'][number];

/** EP-12: who takes part. */
export const selectParticipants = createSelector(
  [
    (root) => recordsOf(selectVisible(root).users, root.sidebar.participants.ids),
    (root) => root.sidebar.participants.expanded,
    readingOf('participants'),
  ],
  (list, expanded, reading) => ({
    ...reading,
    title: participantsTitle(list.length),
    expanded,
    ...participantsShown(list, expanded),
  }),
);

/** EP-13.1: null for a visitor; `subscribed` is null until it has been read. */
export const selectSubscription = createSelector(
  [selectSignedIn, (root) => shownEpic(root)?.subscribed, saving(epicEdits.subscriptionChanged)],
  (signedIn, subscribed, isSaving) => (signedIn ? { subscribed: subscribed ?? null, saving: isSaving } : null),
);

/** EP-14.1: the full reference, for copying; null until the page is there. */
export const selectReference = (root: SidebarRoot): string | null => selectEpic(root)?.reference ?? null;

const NONE: readonly Label[] = [];
const shownLabels = (root: SidebarRoot): readonly Label[] => shownEpic(root)?.labels ?? NONE;

/** EP-08.1: the epic's labels, each with the address of the group's epics that have it. */
export const selectSidebarLabels = createSelector(
  [shownLabels, selectEpicConfig, saving(epicEdits.labelsChanged), canUpdate],
  (labels, { allowScopedLabels, epicsWebUrl }, isSaving, mayUpdate) => ({
    labels: labels.map((label) => ({
      ...label,
      /** Null where scoped labels are off, or the label has no scope. */
      scoped: allowScopedLabels ? splitScopedLabel(label.title) : null,
      href: labelledListPath(epicsWebUrl, label.title),
    })),
    saving: isSaving,
    canUpdate: mayUpdate,
  }),
);

/** EP-08.4 to EP-08.8 */
export const selectLabelPicker = createSelector(
  [
    shownLabels,
    (root) => root.sidebar.picker,
    (root) => recordsOf(selectVisible(root).labels, root.sidebar.picker.options),
    (root) => root.sidebar.newLabel,
    readingOf('labels'),
    isMakingLabel,
  ],
  (labels, { open, search, change, more }, options, form, reading, sending) => {
    const chosen = changedLabels(labels, change);
    const isTicked = ({ id }: Label): boolean => chosen.some((label) => label.id === id);
    // The epic's own labels come first, and stay there while they are ticked and unticked.
    const own = search.trim() === '' ? labels : NONE;
    const found = labelsMatching(options, search).filter(({ id }) => !own.some((label) => label.id === id));
    const shown = [...own, ...found].map((label) => ({ ...label, ticked: isTicked(label) }));
    const wanted = search.trim();
    return {
      ...reading,
      open,
      search,
      options: shown,
      hint: more === true ? SIDEBAR_TEXTS.moreLabels : null,
      /** The title that is typed, where a new label may have it; null where nothing is typed, or a label of that title is found. */
      creatable: wanted === '' || shown.some((label) => label.title === wanted) ? null : wanted,
      /** Shown instead of options. */
      empty: shown.length === 0 && reading.status === 'ready' ? SIDEBAR_TEXTS.noLabels : null,
      newLabel: shownLabelForm(form, sending),
    };
  },
);

export type LabelPicker = ReturnType<typeof selectLabelPicker>;
