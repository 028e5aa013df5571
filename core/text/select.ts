import type { GlobalId, WorkItemType } from '../work-item/types.ts';
import type { ItemPlace } from '../work-item/slice.ts';
import type { FieldsRoot } from '../work-item/fields/edit.ts';
import type { TextField, TextForm } from './types.ts';
import { createSelector, lruMemoize } from 'reselect';
import { sameData } from '../entities/index.ts';
import { get } from '../table/index.ts';
import { faultOfType, typesOffered } from '../work-item/fields/convert.ts';
import { TYPE_ICONS, TYPE_NAMES, HTTP, validateTitle } from '../work-item/rules.ts';
import { versionOf } from './rules/form.ts';
import { isSaving, mayEditText, type TextRoot } from './save.ts';
import { lockedText, saveError, TEXT_TEXTS } from './texts.ts';
import { FORM_TYPES } from './types.ts';

type Root = TextRoot & FieldsRoot;

/** The item or epic that is shown in a place; null: none was read. */
export function textSubject({ workItem, epic, overEpic }: TextRoot, place: ItemPlace): GlobalId | null {
  const shown = place === 'over' ? overEpic : epic;
  return workItem[place].id ?? (shown?.page.deleted === true ? null : (shown?.page.id ?? null));
}

/** WI-08.41: whether there is something in this place whose text was read and that the viewer may edit. */
export function selectMayEditText(root: TextRoot, place: ItemPlace): boolean {
  const id = textSubject(root, place);
  return id !== null && versionOf(get(root.confirmed.items, id)) !== null && mayEditText(root, id);
}

export interface ShownConflict {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** IE-15.40: only issues and incidents can be the other, where that is allowed. Empty: there is nothing to choose. */
const typesOf = createSelector(
  [(root: Root) => root, (_: Root, id: GlobalId) => id],
  (root, id) => {
    const type = get(root.confirmed.items, id)?.type;
    if (!FORM_TYPES.some((each) => each === type)) return [];
    const offered = typesOffered(root, id);
    const types = FORM_TYPES.filter(
      (each) => each === type || (offered.includes(each) && faultOfType(root, id, each) === null),
    );
    return types.length < 2
      ? []
      : types.map((each) => ({ type: each, name: TYPE_NAMES[each], icon: TYPE_ICONS[each] }));
  },
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2, resultEqualityCheck: sameData } },
);

const conflictIn = ({
  conflict,
  base,
  ...mine
}: TextForm): Readonly<Partial<Record<TextField, ShownConflict>>> | null =>
  conflict &&
  Object.fromEntries(
    conflict.fields.map((field) => [field, { base: base[field], mine: mine[field], theirs: conflict.theirs[field] }]),
  );

/** What stands above the form where somebody else has saved. */
function warningIn({ conflict, restored, failure }: TextForm, type: WorkItemType): string | null {
  if (restored && conflict?.fields.includes('description') === true) return TEXT_TEXTS.restored;
  return conflict !== null || failure?.status === HTTP.CONFLICT ? lockedText(type) : null;
}

/** Everything that the form of an item shows; null: it is not open. */
export const selectTextForm = createSelector(
  [
    ({ text }: Root, id: GlobalId) => text[id],
    (root: Root, id: GlobalId) => get(root.confirmed.items, id)?.type,
    (root: Root, id: GlobalId) => isSaving(root, id),
    (root: Root, id: GlobalId) => mayEditText(root, id),
    (root: Root, id: GlobalId) => typesOf(root, id),
  ],
  (form, type, sending, may, types) => {
    if (form === undefined || type === undefined) return null;
    const { title, description, field, conflict, takenOver, asking, failure, restored, done } = form;
    const verdict = validateTitle(title);
    const saving = sending || done === true;
    return {
      id: form.id,
      type,
      title,
      description,
      /** Where one writes first. */
      field,
      titleError: verdict.ok ? null : verdict.error,
      /** IE-02.42 */
      canSave: verdict.ok && may && !saving && conflict === null,
      /** The fields are disabled. */
      saving,
      /** IE-02.44 */
      error: saveError(type, failure),
      /** IE-05.41, IE-10.42: a danger alert, with a link to the page. */
      warning: warningIn(form, type),
      conflict: conflictIn(form),
      /** IE-02.41: the question whether to cancel is open. */
      asking,
      /** Grows by one whenever changes of others were taken over, which is then announced. */
      takenOver,
      /** Empty: none is offered. */
      types,
      /** What is chosen. */
      chosenType: form.type ?? type,
      restored,
      /** WI-08.41: the text stays to be read and copied. */
      mayNot: may ? null : TEXT_TEXTS.mayNot,
    };
  },
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2, resultEqualityCheck: sameData } },
);

export type TextFormModel = NonNullable<ReturnType<typeof selectTextForm>>;
