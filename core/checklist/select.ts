import type { GlobalId } from '../work-item/types.ts';
import { createSelector, lruMemoize } from 'reselect';
import { sameData } from '../entities/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import type { TextPlaces } from '../text/save.ts';
import { checkable, isSavingLine } from './checkable.ts';
import { placeOf } from './lines.ts';
import { countBoxes, lineAt, taskStatus, withoutMarks } from './rules.ts';
import { taskTitle } from './tasks.ts';

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

/** IE-06.67: what can become of a line now. `index` and `count`: its place in its list; null: it stays. */
export function selectLine(root: TextPlaces, id: GlobalId, line: number) {
  const item = checkable(root, id);
  const { description, descriptionHtml } = item ?? {};
  if (item === null || typeof description !== 'string' || descriptionHtml === undefined) return null;
  const place = placeOf({ description, descriptionHtml }, line);
  return { place, becomesTask: taskTitle(item.type, lineAt(description, line) ?? '') !== null };
}
