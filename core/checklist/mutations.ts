import type { ItemRecords } from '../work-item/entity.ts';
import type { GlobalId, WorkItem } from '../work-item/types.ts';
import type { TaskAsked } from './actions.ts';
import { recordKeys } from '../entities/index.ts';
import { define, isPending, type Draft } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { endpointOf, mayEditText, type TextPlaces } from '../text/save.ts';
import { nextVersion, withFacts } from '../work-item/entity.ts';
import { alertAt } from '../work-item/field-edit.ts';
import { toldOf } from '../work-item/select.ts';
import { checklistActions } from './actions.ts';
import { lineAt, taskOf, withBox, withTask } from './rules.ts';
import { CHECKLIST_TEXTS, taskConflict } from './texts.ts';

const { toggled } = checklistActions;

/** IE-06.40: the item, where its viewer may check its lines; null otherwise. */
export function checkable(root: TextPlaces, id: GlobalId): WorkItem | null {
  const item = get(root.confirmed.items, id);
  return item !== undefined && mayEditText(root, id) ? item : null;
}

export const isChecking = (root: TextPlaces, id: GlobalId): boolean =>
  isPending(root, toggled, (asked) => asked.id === id);

/** Where the line has changed meanwhile, nothing is checked: its length tells, and a redacted log keeps that. */
function check(draft: Draft<ItemRecords>, { id, line, checked, source }: TaskAsked): void {
  const { description, descriptionHtml } = draft.get('items', id) ?? {};
  if (description === undefined || lineAt(description, line)?.length !== source.length) return;
  const text = withTask(description, line, checked);
  if (text === null) return;
  const html = descriptionHtml === undefined ? {} : { descriptionHtml: withBox(descriptionHtml, line, checked) };
  withFacts(draft, id, { description: text, ...html });
}

/** IE-06.40 to IE-06.45 */
define(toggled, {
  scope: ({ id }) => `checklist ${id}`,
  invalidates: ({ id }) => recordKeys(id, ['description', 'descriptionHtml', 'lockVersion', 'editedBy']),
  accept(root: TextPlaces, { id, line, checked }) {
    const item = checkable(root, id);
    if (item?.description === undefined || isChecking(root, id)) return null;
    const source = lineAt(item.description, line);
    if (source === undefined) return null;
    return { id, line, checked, type: item.type, endpoint: endpointOf(root, item), source };
  },
  apply: (draft: Draft<ItemRecords>, asked) => check(draft, asked),
  request({ confirmed }: TextPlaces, { id, type, endpoint, line, checked, source }) {
    const { description, lockVersion } = get(confirmed.items, id) ?? {};
    const text = withTask(description ?? '', line, checked);
    const index = (description ?? '').split('\n', line).filter((each) => taskOf(each) !== null).length;
    const update = { index, checked, line_number: line, line_source: source };
    const body = { ...(text !== null && { description: text }), lock_version: lockVersion, update_task: update };
    return { rest: { method: 'PATCH', path: endpoint, body: { [type === 'epic' ? 'epic' : 'issue']: body } } };
  },
  decode: (data: { readonly lock_version?: unknown } | null) =>
    typeof data?.lock_version === 'number' ? { lockVersion: data.lock_version } : null,
  commit(draft: Draft<ItemRecords>, { lockVersion }, asked, behind) {
    if (behind) return;
    withFacts(draft, asked.id, nextVersion(draft, asked.id, lockVersion));
    check(draft, asked);
  },
  error({ id, type }, { status, messages }, root: TextPlaces) {
    const said = messages.join(' ').trim();
    return alertAt(toldOf(root, id), status === 409 ? taskConflict(type) : said === '' ? CHECKLIST_TEXTS.failed : said);
  },
});
