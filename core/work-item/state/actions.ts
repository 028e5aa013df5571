import type { NoticeDraft } from '../../store/action.ts';
import type { StateEvent } from '../rules.ts';
import type { GlobalId, WorkItemType } from '../types.ts';
import type { ItemAnswer } from '../page-data.ts';
import { mutation } from '../../mutation/index.ts';

/** A change of the state of the page's item. It names the result, so that asking twice is asking once. */
export interface StateChange {
  readonly id: GlobalId;
  readonly event: StateEvent;
}

/** The same, with the item's type, which names it in what is told. */
export interface AskedChange extends StateChange {
  readonly type: WorkItemType;
}

export const itemStateActions = {
  /** Closes or reopens the item of the page. The answer: what the item is by then. */
  changeAsked: mutation<AskedChange, ItemAnswer, StateChange>('itemState/changeAsked'),
};

/** An alert on the item's page; the server's own words below the sentence. */
export const itemStateAlert = (text: string, detail: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  dismissible: true,
  ...(detail === null || detail === text ? {} : { detail }),
  scope: 'page',
});
