import type { ItemRecords } from '../work-item/entity.ts';
import type { TaskAsked } from './actions.ts';
import { recordKeys } from '../entities/index.ts';
import { define, type Draft } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { endpointOf, type TextPlaces } from '../text/save.ts';
import { nextVersion, withFacts } from '../work-item/entity.ts';
import { alertAt } from '../work-item/field-edit.ts';
import { HTTP } from '../work-item/rules.ts';
import { toldOf } from '../work-item/select.ts';
import { checklistActions } from './actions.ts';
import { checkable, isSavingLine, LINE_FACTS, scopeOfLines, writeText } from './checkable.ts';
import { lineAt, taskOf, withBox, withTask } from './rules.ts';
import { taskConflict, updateFailed } from './texts.ts';

const { toggled } = checklistActions;

/** Where the line has changed meanwhile, nothing is checked: its length tells, and a redacted log keeps that. */
function check(draft: Draft<ItemRecords>, { id, line, checked, source }: TaskAsked): void {
  const { description, descriptionHtml } = draft.get('items', id) ?? {};
  if (description === undefined || lineAt(description, line)?.length !== source.length) return;
  const text = withTask(description, line, checked);
  if (text === null) return;
  const html = descriptionHtml === undefined ? {} : { descriptionHtml: withBox(descriptionHtml, line, checked) };
  writeText(draft, id, { description: text, ...html });
}

/** IE-06.40 to IE-06.45 */
define(toggled, {
  scope: scopeOfLines,
  invalidates: ({ id }) => recordKeys(id, LINE_FACTS),
  accept(root: TextPlaces, { id, line, checked }) {
    const item = checkable(root, id);
    if (item?.description === undefined || isSavingLine(root, id)) return null;
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
  error: ({ id, type }, { status, messages }, root: TextPlaces) =>
    alertAt(toldOf(root, id), status === HTTP.CONFLICT ? taskConflict(type) : updateFailed(messages)),
});
