import type { Instant, WorkItemState } from '../types.ts';

export type StateEvent = 'close' | 'reopen';

/** EP-03.1: an event of REST (`close`) or GraphQL (`CLOSE`); null for any other text. */
export function stateEvent(text: string): StateEvent | null {
  const event = text.toLowerCase();
  return event === 'close' || event === 'reopen' ? event : null;
}

/** EP-03.1: the state that an event leads to, whatever the state before: closing what is closed changes nothing. */
export const stateAfter = (event: StateEvent): WorkItemState => (event === 'close' ? 'closed' : 'opened');

/** EP-03.1: the event that a button offers. */
export const eventFor = (state: WorkItemState): StateEvent => (state === 'opened' ? 'close' : 'reopen');

/** TR-07.2: what a row says about its state, with the time that belongs to it. */
export function stateText(item: {
  readonly state: WorkItemState;
  readonly createdAt: Instant | null;
  readonly closedAt: Instant | null;
}): { readonly text: 'Closed' | 'Created'; readonly at: Instant | null } {
  return item.state === 'closed' ? { text: 'Closed', at: item.closedAt } : { text: 'Created', at: item.createdAt };
}

/** EP-02.1: the badge of the page header and of a reference token. */
export const stateBadge = (state: WorkItemState): 'Open' | 'Closed' => (state === 'opened' ? 'Open' : 'Closed');
