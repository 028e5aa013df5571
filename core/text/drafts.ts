import type { ItemPlace } from '../work-item/slice.ts';
import type { DraftKind } from '../store/drafts.ts';
import type { TextField, TextForm, TextVersion } from './types.ts';
import { typedIn } from '../store/drafts.ts';
import { get } from '../table/index.ts';
import { ITEM_PLACES } from '../work-item/slice.ts';
import { textActions } from './actions.ts';
import { textEvents } from './form-actions.ts';
import { newForm, versionOf } from './rules/form.ts';
import { isWritten } from './rules/written.ts';
import { mayEditText, type TextRoot } from './save.ts';
import { textSubject } from './select.ts';

interface Data {
  readonly title: string;
  readonly description: string;
  readonly field: TextField;
  readonly base: TextVersion;
}

const typed = typedIn((form: TextForm): Data | null => {
  const { title, description, field, base } = form;
  return form.done === true || !isWritten(form) ? null : { title, description, field, base };
});

/** IE-10.40: what is written is kept by its item, with the version that it began with; also while it is being saved, for that may be refused. */
const inPlace = (place: ItemPlace): DraftKind<TextRoot> => ({
  form: 'text',
  typed(root) {
    const id = textSubject(root, place);
    const form = id === null || (place === 'over' && textSubject(root, 'page') === id) ? undefined : root.text[id];
    return form === undefined ? null : typed(form, form.id);
  },
  restore(root, { place: id, data }) {
    if (textSubject(root, place) !== id || root.text[id] !== undefined) return null;
    if (versionOf(get(root.confirmed.items, id)) === null || !mayEditText(root, id)) return null;
    const { base, field, ...texts } = data as Data;
    // mutant: text-draft-of-the-newest
    return [textActions.putBack({ ...newForm(id, base, field), ...texts, restored: true })];
  },
  isDone: (action, id) =>
    (textEvents.closed.match(action) || textActions.discarded.match(action)) && action.payload.id === id,
});

export const textDrafts: readonly DraftKind[] = ITEM_PLACES.map(inPlace);
