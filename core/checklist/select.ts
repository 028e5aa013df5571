import type { GlobalId } from '../work-item/types.ts';
import { createSelector, lruMemoize } from 'reselect';
import { sameData } from '../entities/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import type { TextPlaces } from '../text/save.ts';
import { checkable, isSavingLine } from './checkable.ts';
import { placesIn, type Place } from './lines.ts';
import { countBoxes, taskStatus, withoutMarks } from './rules.ts';
import { taskTitle } from './tasks.ts';

const NO_LINES: readonly ChecklistLine[] = [];

const htmlOf = (root: TextPlaces, id: GlobalId): string => get(selectVisible(root).items, id)?.descriptionHtml ?? '';

/**
 * The text of an item with its checklist, with every edit that is not answered yet. `html` has no box checked, so that it stays while boxes are; `checked` says which
 * are, in turn. `status`: IE-06.3; empty: none.
 */
export const selectChecklist = createSelector(
  [
    htmlOf,
    (root: TextPlaces, id: GlobalId) => checkable(root, id) !== null,
    (root: TextPlaces, id: GlobalId) => isSavingLine(root, id),
  ],
  (html, mayCheck, saving) => ({ ...withoutMarks(html), mayCheck, saving, status: taskStatus(countBoxes(html)) }),
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2, resultEqualityCheck: sameData } },
);

/** What can become of a line of the source. */
export interface ChecklistLine {
  readonly source: string;
  /** In its list; null: it stays. */
  readonly place: Place | null;
  readonly becomesTask: boolean;
}

/** IE-06.67: the lines of the text that is shown. Empty: who reads it may not change it. */
export const selectLines = createSelector(
  [
    (root: TextPlaces, id: GlobalId) => get(selectVisible(root).items, id)?.description ?? '',
    htmlOf,
    (root: TextPlaces, id: GlobalId) => checkable(root, id)?.type ?? null,
  ],
  (description, descriptionHtml, type): readonly ChecklistLine[] => {
    if (type === null) return NO_LINES;
    const places = placesIn({ description, descriptionHtml });
    return description.split('\n').map((each, index) => {
      const source = each.replace(/\r$/, '');
      return { source, place: places.get(index + 1) ?? null, becomesTask: taskTitle(type, source) !== null };
    });
  },
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2 } },
);
