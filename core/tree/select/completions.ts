import { stateBadge, type ReferenceContext } from '../../work-item/rules.ts';
import { foundNothing, NOTHING_FOUND, openCompletions, type ReferenceField } from '../rules.ts';

/** One item that is offered while a reference is being typed. */
export interface CompletionModel {
  readonly reference: string;
  readonly title: string;
  /** `Closed`; null for an open one. */
  readonly note: string | null;
}

/** What stands under a field of references. */
export interface CompletionsModel {
  /** TR-09.24: offered under the field; empty while the list is closed. */
  readonly completions: readonly CompletionModel[];
  /** What a screen reader is told about them; empty: nothing. */
  readonly completionsText: string;
  /** TR-09.31: what stands in the list where nothing was found; null: no list. */
  readonly nothing: string | null;
}

/** TR-09.24: what was found and is neither pending nor one of `taken`, which are references in any form; TR-09.26: and what is said of it. */
export function completionModels(
  field: ReferenceField,
  taken: readonly string[],
  context: ReferenceContext,
): CompletionsModel {
  const pending = field.references.map(({ text }) => text);
  const completions = openCompletions(field.completion.found, [...pending, ...taken], context).map(
    ({ reference, title, state }): CompletionModel => ({
      reference,
      title,
      note: state === 'closed' ? stateBadge(state) : null,
    }),
  );
  const { length } = completions;
  const nothing = foundNothing(field) ? NOTHING_FOUND : null;
  const many = `${length} ${length === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys to choose.`;
  return { completions, completionsText: length === 0 ? (nothing ?? '') : many, nothing };
}
