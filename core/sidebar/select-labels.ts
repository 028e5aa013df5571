import type { QueryStatus } from '../query/index.ts';
import type { Label } from '../work-item/types.ts';
import type { SidebarRoot } from './select-root.ts';
import { createSelector } from 'reselect';
import { selectEpicConfig, selectEpicPermissions } from '../epic/select.ts';
import { labelledListPath, splitScopedLabel } from '../work-item/rules.ts';
import { epicEdits } from '../epic/edits.ts';
import { isPending } from '../mutation/index.ts';
import { changedLabels, labelsMatching, parseColor, SIDEBAR_TEXTS } from './rules.ts';
import { partState } from './queries.ts';
import { shownEpic } from './select-root.ts';
import { SIDEBAR_ERRORS } from './rules/entries.ts';

export interface SidebarLabel extends Label {
  /** Null where scoped labels are off, or where this is none. */
  readonly scoped: { readonly scope: string; readonly value: string } | null;
  /** The group's epics with this label. */
  readonly href: string;
}

export interface SidebarLabels {
  readonly labels: readonly SidebarLabel[];
  readonly saving: boolean;
  readonly canUpdate: boolean;
}

const NONE: readonly Label[] = [];
const canUpdate = (root: SidebarRoot): boolean => selectEpicPermissions(root).canUpdate;
const isSaving = (root: SidebarRoot): boolean =>
  isPending(root, epicEdits.labelsChanged, ({ id }) => id === root.sidebar.id);

/** EP-08.1: the epic's labels, each with the address of the group's epics that have it. */
export const selectSidebarLabels = createSelector(
  [(root: SidebarRoot) => shownEpic(root)?.labels, selectEpicConfig, isSaving, canUpdate],
  (labels, { allowScopedLabels, epicsWebUrl }, saving, mayUpdate): SidebarLabels => ({
    labels: (labels ?? NONE).map((label) => ({
      ...label,
      scoped: allowScopedLabels ? splitScopedLabel(label.title) : null,
      href: labelledListPath(epicsWebUrl, label.title),
    })),
    saving,
    canUpdate: mayUpdate,
  }),
);

export interface LabelOption extends Label {
  readonly ticked: boolean;
}

export interface LabelPicker {
  readonly open: boolean;
  readonly search: string;
  readonly status: QueryStatus;
  readonly error: string | null;
  /** The group's labels that are found, those of the epic first while nothing is looked for. */
  readonly options: readonly LabelOption[];
  /** The title that is typed, where a new label may have it; null where nothing is typed, or a label of that title is found. */
  readonly creatable: string | null;
  /** What is said below them; null: nothing. */
  readonly hint: string | null;
  /** What stands in place of options. */
  readonly empty: string | null;
  /** Null while it is closed. */
  readonly newLabel: {
    readonly title: string;
    readonly color: string;
    readonly colorError: string | null;
    readonly error: string | null;
    readonly sending: boolean;
    readonly submittable: boolean;
  } | null;
}

/** EP-08.4 to EP-08.8 */
export const selectLabelPicker = createSelector(
  [
    (root: SidebarRoot) => shownEpic(root)?.labels,
    (root: SidebarRoot) => root.sidebar.picker,
    (root: SidebarRoot) => root.sidebar.newLabel,
    (root: SidebarRoot) => partState(root, 'labels'),
  ],
  (labels, { open, search, options, change, more }, form, { status, error }): LabelPicker => {
    const chosen = changedLabels(labels ?? NONE, change);
    const isTicked = ({ id }: Label): boolean => chosen.some((label) => label.id === id);
    // Those that the epic has stand first, and stay there while they are ticked and unticked.
    const own = search.trim() === '' ? (labels ?? NONE) : NONE;
    const found = labelsMatching(options, search).filter(({ id }) => !own.some((label) => label.id === id));
    const shown = [...own, ...found].map((label) => ({ ...label, ticked: isTicked(label) }));
    const wanted = search.trim();
    const colorError = parseColor(form.color) === null ? SIDEBAR_ERRORS.invalidColor : null;
    return {
      open,
      search,
      status,
      error,
      options: shown,
      hint: more === true ? SIDEBAR_TEXTS.moreLabels : null,
      creatable: wanted === '' || shown.some(({ title }) => title === wanted) ? null : wanted,
      empty: shown.length === 0 && status === 'ready' ? SIDEBAR_TEXTS.noLabels : null,
      newLabel: form.open
        ? {
            title: form.title,
            color: form.color,
            colorError,
            error: form.error,
            sending: form.sentAs !== null,
            submittable: form.title.trim() !== '' && colorError === null && form.sentAs === null,
          }
        : null,
    };
  },
);
