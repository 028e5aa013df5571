import type { Draft, MutationCreator } from '../mutation/index.ts';
import type { LabelCreateMutation } from '../api/generated/operations.ts';
import { inPlace, type Place } from '../store/place.ts';
import type { Label } from './types.ts';
import { LabelCreateOperation } from '../api/generated/operations.ts';
import { takeReading } from '../entities/index.ts';
import { define, graphql } from '../mutation/index.ts';
import { LABELS, type ItemRecords } from './entity.ts';
import { INVALID_COLOR, NEW_LABEL_COLOR, parseColor, TITLE_BLANK } from './rules.ts';

/** The form for a new label, which a picker of labels opens: of an epic's sidebar, and of another item's page. */
export interface NewLabelForm {
  readonly open: boolean;
  readonly title: string;
  readonly color: string;
  readonly error: string | null;
  /** Counts openings: what was sent of a form that was left is told apart. */
  readonly serial: number;
}

/** Full path of the group or project that is to own the label. */
export type LabelOwner = { readonly groupPath: string } | { readonly projectPath: string };

/** A new label as its form sends it. */
export type LabelCreation = LabelOwner & {
  /** Of the form, which may have been left since. */
  readonly serial: number;
  readonly title: string;
  readonly color: string;
};

export const NO_LABEL_FORM: NewLabelForm = { open: false, title: '', color: NEW_LABEL_COLOR, error: null, serial: 0 };

export const closedLabelForm = ({ serial }: NewLabelForm): NewLabelForm => ({ ...NO_LABEL_FORM, serial });

/** With what was searched for as its title. Forms over the page count down, so that the serial alone tells whose form was sent. */
export const openedLabelForm = ({ serial }: NewLabelForm, search: string, place?: Place): NewLabelForm => ({
  ...NO_LABEL_FORM,
  serial: serial + (place === undefined ? 1 : -1),
  open: true,
  title: search.trim(),
});

/** EP-08.7: the label that the form asks for, or why it cannot be made; null: no form is open. */
export function labelToMake(
  form: NewLabelForm,
): { readonly title: string; readonly color: string } | { readonly error: string } | null {
  if (!form.open) return null;
  const [title, color] = [form.title.trim(), parseColor(form.color)];
  if (color === null) return { error: INVALID_COLOR };
  return title === '' ? { error: TITLE_BLANK } : { title, color };
}

interface Forms<R> {
  form(root: R): NewLabelForm;
  isMaking(root: R): boolean;
  /** Null: no page is open. */
  owner(root: R): LabelOwner | null;
  /** The form is opened anew. */
  readonly opened: { match(action: { readonly type: string }): boolean };
}

/** EP-08.7: makes a label in its group or project. A form is sent once at a time; one that was left is still sent, and the next does not wait for it. */
export const makesLabel = <R>(creator: MutationCreator<LabelCreation, Label, void>, forms: Forms<R>) =>
  define<LabelCreation, Label, void>(creator, {
    scope: ({ serial: _serial, ...label }) => `label ${JSON.stringify(label)}`,
    accept(state: R & object, _given, _id, place) {
      const root = inPlace(state, place);
      const { serial } = forms.form(root);
      const made = forms.isMaking(root) ? null : labelToMake(forms.form(root));
      const owner = forms.owner(root);
      return made === null || 'error' in made || owner === null ? null : { serial, ...owner, ...made };
    },
    request: (_, { serial: _serial, ...input }) => graphql(LabelCreateOperation, { input }),
    decode: ({ label }: NonNullable<LabelCreateMutation['labelCreate']>) => label,
    commit: (draft: Draft<ItemRecords>, label) => takeReading(draft, LABELS, label),
    error: () => 'form',
    forgets: (_, action) => forms.opened.match(action),
  });
