import type { WorkItemCreateFromTaskMutation } from '../api/generated/operations.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import type { WorkItemType } from '../work-item/types.ts';
import type { TaskGiven } from './actions.ts';
import { WorkItemCreateFromTaskOperation } from '../api/generated/operations.ts';
import { workItemId } from '../api/wire-parts.ts';
import { recordKeys } from '../entities/index.ts';
import { define, graphql, type Draft } from '../mutation/index.ts';
import type { TextPlaces } from '../text/save.ts';
import { nextVersion, withFacts } from '../work-item/entity.ts';
import { alertAt } from '../work-item/field-edit.ts';
import { allowedChild, firstError } from '../work-item/rules.ts';
import { toldOf } from '../work-item/select.ts';
import { checklistActions } from './actions.ts';
import { checkable, isSavingLine, LINE_FACTS, scopeOfLines } from './checkable.ts';
import { lineAt, taskOf } from './rules.ts';
import { CHECKLIST_TEXTS } from './texts.ts';

const { taskMade } = checklistActions;

/** How the server says that others have saved in between. */
const STALE = 'Stale work item. Check lock version';

export const isStaleItem = (messages: readonly string[]): boolean => messages.includes(STALE);

/** What refers to an item, and nothing else. */
const REFERENCE = /^[\w./-]*#\d+\+?s?$/;

/** WI-12.10: the title of the task that a line can become in an item of this type; null: it cannot. */
export function taskTitle(type: WorkItemType, line: string): string | null {
  const task = allowedChild(type, 'task') === null ? null : taskOf(line);
  return task === null || task.mark === 'inapplicable' || task.text === '' || REFERENCE.test(task.text)
    ? null
    : task.text;
}

type Payload = NonNullable<WorkItemCreateFromTaskMutation['workItemCreateFromTask']>;

/** WI-12.10 to WI-12.13 */
define(taskMade, {
  scope: scopeOfLines,
  /** Its children are read again as well. */
  invalidates: ({ id }) => [id, ...recordKeys(id, LINE_FACTS)],
  accept(root: TextPlaces, given: TaskGiven) {
    const item = checkable(root, given.id);
    if (item === null || isSavingLine(root, given.id)) return null;
    const { type, lockVersion = 0 } = item;
    // The saga has compared the line itself; a redacted log keeps its length.
    const isThere = lineAt(item.description ?? '', given.line)?.length === given.source.length;
    const title = isThere ? taskTitle(type, given.source) : null;
    return title === null ? null : { ...given, type, lockVersion, title };
  },
  request: (_, { id, line, lockVersion, title, typeId: workItemTypeId }) =>
    graphql(WorkItemCreateFromTaskOperation, {
      input: {
        id: workItemId(id),
        workItemData: { lineNumberStart: line, lineNumberEnd: line, lockVersion, title, workItemTypeId },
      },
    }),
  decode({ workItem }: Payload) {
    if (workItem === null) return null;
    const { lockVersion, description, descriptionHtml } = workItem;
    return { lockVersion, description: description ?? '', descriptionHtml: descriptionHtml ?? '' };
  },
  commit(draft: Draft<ItemRecords>, answer, { id }, behind) {
    if (behind || nextVersion(draft, id, answer.lockVersion).lockVersion === undefined) return;
    withFacts(draft, id, answer);
  },
  error: ({ id }, { messages }, root: TextPlaces) =>
    isStaleItem(messages) ? 'form' : alertAt(toldOf(root, id), CHECKLIST_TEXTS.taskNotMade, firstError(messages)),
});
