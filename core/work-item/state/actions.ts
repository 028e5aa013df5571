import type { NoticeDraft } from '../../store/types.ts';
import type { StateEvent } from '../rules.ts';
import type { GlobalId } from '../types.ts';
import { makingEvent, serverEvent } from '../../store/action.ts';

/** A change of the state of the page's item. It names the result, so that asking twice is asking once. */
export interface StateChange {
  readonly id: GlobalId;
  readonly event: StateEvent;
}

export const itemStateActions = {
  /** Closes or reopens the item of the page; `meta.id` is the idempotency key. */
  changeAsked: makingEvent<StateChange>('itemState/changeAsked'),

  changeSent: serverEvent<{ id: GlobalId }>('itemState/changeSent'),
  /** What the item is by then comes with `workItem/pageReceived`. */
  changed: serverEvent<{ id: GlobalId }>('itemState/changed'),
  changeFailed: serverEvent<{ id: GlobalId }>('itemState/changeFailed'),
};

/** An alert on the item's page; the server's own words below the sentence. */
export const itemStateAlert = (text: string, detail: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  dismissible: true,
  ...(detail === null || detail === text ? {} : { detail }),
  scope: 'page',
});
