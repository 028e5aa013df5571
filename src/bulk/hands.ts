import type { KeyboardEvent, MouseEvent } from 'react';
import { bulkActions, rangeTo, selectionKey, selectionStep } from '@espalier/core/bulk';
import type { AppStore } from '../store.ts';

/** What keys and clicks do to the selection of a list of rows (TR-05.51 to TR-05.56). Comes when the browser is idle, for viewers who can select. */

export { BulkPlace } from './bulk-place.tsx';

export interface SelectionKey {
  readonly event: KeyboardEvent;
  /** The items that are shown, in their order. */
  readonly shown: readonly string[];
  /** Whose row has the keyboard. */
  readonly id: string;
  /** Gives a row the keyboard. */
  readonly focus: (id: string) => void;
}

/** True: the key was the selection's. */
export function press(store: AppStore, { event, shown, id, focus }: SelectionKey): boolean {
  const state = store.getState();
  const key = selectionKey(event, state.bulk.mode || state.bulk.ids.length > 0);
  if (key === null) return false;
  const { action, to } = selectionStep(state, key, shown, id);
  event.preventDefault();
  store.dispatch(action);
  if (to !== null) focus(to);
  return true;
}

export interface SelectionClick {
  readonly event: MouseEvent;
  readonly shown: readonly string[];
  /** Whose row was clicked. */
  readonly id: string;
  /** The row that has the keyboard. */
  readonly active: string;
}

/** True: the click selected something, and has no other meaning. */
export function click(store: AppStore, { event, shown, id, active }: SelectionClick): boolean {
  const { bulk } = store.getState();
  const onLink = event.target instanceof Element && event.target.closest('a') !== null;
  const toggles = bulk.mode || ((event.ctrlKey || event.metaKey) && !onLink);
  if (!toggles && !event.shiftKey) return false;
  // A checkbox ticks itself.
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
  store.dispatch(event.shiftKey ? rangeTo(bulk.from, shown, active, id) : bulkActions.itemToggled({ id }));
  // A click with Shift selects the text between the rows.
  if (event.shiftKey) document.getSelection()?.removeAllRanges();
  return true;
}
