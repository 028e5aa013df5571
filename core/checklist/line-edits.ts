import type { ItemRecords } from '../work-item/entity.ts';
import type { LineEdit, LineGesture } from './actions.ts';
import { recordKeys } from '../entities/index.ts';
import { define, gone, later, type Draft, type Obstacle } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { endpointOf, mayEditText, type TextPlaces } from '../text/save.ts';
import { nextVersion, withFacts } from '../work-item/entity.ts';
import { alertAt } from '../work-item/field-edit.ts';
import { HTTP } from '../work-item/rules.ts';
import { toldOf } from '../work-item/select.ts';
import { checklistActions } from './actions.ts';
import { checkable, isSavingLine, LINE_FACTS, scopeOfLines, writeText } from './checkable.ts';
import { withItemMoved, withoutItem } from './lines.ts';
import { updateFailed } from './texts.ts';

const { lineEdited } = checklistActions;

/** IE-06.62: only of the text that it began with. */
function edit(draft: Draft<ItemRecords>, { id, from, to: { description, descriptionHtml } }: LineEdit): void {
  if (draft.get('items', id)?.description !== from.description || descriptionHtml === null) return;
  writeText(draft, id, { description, descriptionHtml });
}

interface Shown extends TextPlaces {
  readonly visible: ItemRecords;
}

/** IE-06.66 */
function obstacle(now: Shown, { id, to }: LineEdit): Obstacle | null {
  const description = get(now.visible.items, id)?.description;
  if (description === undefined) return later('the text is still being read');
  if (!mayEditText(now, id)) return gone('you may not change it any more');
  if (description !== to.description) return gone('it was changed meanwhile');
  return isSavingLine(now, id) ? later('it is still being saved') : null;
}

/** IE-06.60 to IE-06.66 */
define(lineEdited, {
  scope: scopeOfLines,
  invalidates: ({ id }) => recordKeys(id, LINE_FACTS),
  accept(root: TextPlaces, given: LineEdit | LineGesture) {
    const item = checkable(root, given.id);
    if (item === null || isSavingLine(root, given.id)) return null;
    const { id, type, confidential = false, description, descriptionHtml, lockVersion = 0 } = item;
    // An undo, or the same once more: it comes complete.
    if ('from' in given) return { ...given, lockVersion };
    if (description === undefined || description === null || descriptionHtml === undefined) return null;
    const from = { description, descriptionHtml };
    const { line, to: place } = given;
    const to = place === null ? withoutItem(from, line) : withItemMoved(from, line, place);
    if (to === null) return null;
    const texts = { from: { confidential, ...from }, to: { confidential, ...to } };
    return { id, type, endpoint: endpointOf(root, item), lockVersion, deleted: place === null, ...texts };
  },
  apply: edit,
  request: (_, { type, endpoint, lockVersion, to: { description } }) => ({
    rest: {
      method: 'PUT',
      path: endpoint,
      body: { [type === 'epic' ? 'epic' : 'issue']: { description, lock_version: lockVersion } },
    },
  }),
  decode: (data: { readonly lock_version?: unknown } | null) =>
    typeof data?.lock_version === 'number' ? { lockVersion: data.lock_version } : null,
  commit(draft: Draft<ItemRecords>, { lockVersion }, asked, behind) {
    // The text and its version are known together, or are read again.
    if (behind || asked.to.descriptionHtml === null) return;
    withFacts(draft, asked.id, nextVersion(draft, asked.id, lockVersion));
    edit(draft, asked);
  },
  /** What others have saved is read first (saga.ts). */
  error: ({ id }, { status, messages }, root: TextPlaces) =>
    status === HTTP.CONFLICT ? 'form' : alertAt(toldOf(root, id), updateFailed(messages)),
  undo: {
    plan(before: Shown, asked: LineEdit) {
      const { reference = '' } = get(before.visible.items, asked.id) ?? {};
      return { name: `${asked.deleted ? 'deleted' : 'moved'} a checklist line of ${reference}`, undoData: asked };
    },
    obstacle,
    inverse: (_, asked: LineEdit) => lineEdited({ ...asked, from: asked.to, to: asked.from }),
  },
});
