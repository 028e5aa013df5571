import type { GlobalId } from '../work-item/types.ts';
import { type Draft, isPending } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { mayEditText, type TextPlaces } from '../text/save.ts';
import { type ItemRecords, type WorkItem, withFacts } from '../work-item/entity.ts';
import { checklistActions } from './actions.ts';
import { countBoxes } from './rules.ts';

const { toggled, lineEdited, taskMade } = checklistActions;

/** IE-06.40: the item, where its viewer may check its lines; null otherwise. */
export function checkable(root: TextPlaces, id: GlobalId): WorkItem | null {
  const item = get(root.confirmed.items, id);
  return item !== undefined && mayEditText(root, id) ? item : null;
}

/** IE-06.42: one line of an item is on its way at a time, whatever becomes of it. */
export function isSavingLine(root: TextPlaces, id: GlobalId): boolean {
  const isIts = (asked: { readonly id: GlobalId }) => asked.id === id;
  return isPending(root, toggled, isIts) || isPending(root, lineEdited, isIts) || isPending(root, taskMade, isIts);
}

/** What concerns the lines of an item goes one after the other, and makes earlier readings of its text stale. */
export const scopeOfLines = ({ id }: { readonly id: GlobalId }): string => `checklist ${id}`;

export const LINE_FACTS = ['description', 'descriptionHtml', 'lockVersion', 'editedBy', 'tasks'] as const;

/** IE-06.72: the item has this text, and its rows the tasks of it. */
export function writeText(
  draft: Draft<ItemRecords>,
  id: GlobalId,
  text: { readonly description: string; readonly descriptionHtml?: string },
): void {
  const { descriptionHtml: html } = text;
  const isTold = html !== undefined && draft.get('items', id)?.tasks !== undefined;
  const tasks = countBoxes(html ?? '');
  withFacts(draft, id, { ...text, ...(isTold && { tasks: tasks.count > 0 ? tasks : null }) });
}
