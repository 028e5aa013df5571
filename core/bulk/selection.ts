import type { GlobalId } from '../work-item/types.ts';
import { bulkActions, type BulkRoot } from './slice.ts';

/** What keys and clicks do to a selection. It comes with the rows' hands, after the page. */

/** TR-05.53: the items from one to another, whichever comes first. Where the first is not shown any more, only the other. */
export function rangeOf(shown: readonly GlobalId[], from: GlobalId, to: GlobalId): readonly GlobalId[] {
  const [a, b] = [shown.indexOf(from), shown.indexOf(to)];
  return a < 0 || b < 0 ? [to] : shown.slice(Math.min(a, b), Math.max(a, b) + 1);
}

export type SelectionStep = 'toggle' | 'up' | 'down' | 'all' | 'clear';

interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** TR-05.52: what a key does to the selection; null: nothing. */
export function selectionKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Pressed,
  hasSelection: boolean,
): SelectionStep | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' && !shiftKey ? 'all' : null;
  if (shiftKey) return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
  if (key === 'Escape') return hasSelection ? 'clear' : null;
  return key === 'x' ? 'toggle' : null;
}

/** The items whose rows are not shown any more (TR-05.56). */
export function leftOf(selected: readonly GlobalId[], shown: readonly GlobalId[]): readonly GlobalId[] {
  const there = new Set(shown);
  return selected.filter((id) => !there.has(id));
}

/** The action of a step at an item (null: at none) among those that are shown; null: it changes nothing. `to`: the row that gets the keyboard. */
export function selectionStep(
  { bulk: { from } }: BulkRoot,
  step: SelectionStep,
  shown: readonly GlobalId[],
  at: GlobalId,
) {
  if (step === 'clear') return { action: bulkActions.cleared(), to: null };
  if (step === 'toggle') return { action: bulkActions.itemToggled({ id: at }), to: null };
  const [first] = shown;
  if (step === 'all') return { action: bulkActions.rangeTaken({ from: first ?? at, ids: shown }), to: null };
  const to = shown[shown.indexOf(at) + (step === 'up' ? -1 : 1)] ?? at;
  return { action: rangeTo(from, shown, at, to), to };
}

/** TR-05.53: what is selected from where the last range began, or from the row that has the keyboard, to a row. */
export function rangeTo(from: GlobalId | null, shown: readonly GlobalId[], at: GlobalId, to: GlobalId) {
  const begin = from !== null && shown.includes(from) ? from : at;
  return bulkActions.rangeTaken({ from: begin, ids: rangeOf(shown, begin, to) });
}
