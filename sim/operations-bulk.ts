import type { BulkChange, BulkState } from '@espalier/core/bulk';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import { selectTreeRows } from '@espalier/core';
import { bulkActions } from '@espalier/core/bulk';
import { selectBulkBar } from '@espalier/core/bulk/edit';
import { commandActions } from '@espalier/core/command';
import { entries } from '@espalier/core/table';
import { frontsOf } from './front.ts';

/** What a person does with several rows of a tree at once. */

const DAYS = ['2026-09-01', '2026-10-12', '2027-01-04', null] as const;
const HEALTH = ['onTrack', 'atRisk', null] as const;

const selected = ({ state }: SimClient): BulkState['ids'] => state.bulk.ids;

/** Takes two to five rows, mostly of the tree of the page. */
function select(client: SimClient, picks: Picks): boolean {
  const [page, over] = frontsOf(client);
  const front = over !== undefined && over.opening !== null && picks.once(3) ? over : page;
  const ids =
    front === undefined ? [] : selectTreeRows(front.state).flatMap((row) => (row.kind === 'item' ? [row.id] : []));
  const from = picks.number(ids.length);
  const taken = ids.slice(from, from + 2 + picks.number(4));
  const [first] = taken;
  if (first === undefined) return false;
  client.pages.openBulk();
  client.do(bulkActions.rangeTaken({ from: first, ids: taken }));
  return true;
}

const one = <T>(things: Iterable<readonly [string, T]>, picks: Picks): T | undefined =>
  picks.of([...things].map(([, thing]) => thing));

/** A change of a field that the bar offers. */
function changeOf({ state }: SimClient, picks: Picks): BulkChange | null {
  const { labels, users, milestones } = state.confirmed;
  switch (picks.of(selectBulkBar(state)?.fields ?? [])) {
    case 'state':
      return { field: 'state', event: picks.once(2) ? 'close' : 'reopen' };
    case 'labels': {
      const label = one(entries(labels), picks);
      if (label === undefined) return null;
      return picks.once(2)
        ? { field: 'labels', add: [label], remove: [] }
        : { field: 'labels', add: [], remove: [label.id] };
    }
    case 'assignees': {
      const person = one(entries(users), picks);
      return person === undefined ? null : { field: 'assignees', add: [person], remove: [] };
    }
    case 'milestone':
      return { field: 'milestone', milestone: picks.once(3) ? null : (one(entries(milestones), picks) ?? null) };
    case 'health':
      return { field: 'health', healthStatus: picks.of(HEALTH) ?? null };
    case 'weight':
      return { field: 'weight', weight: picks.once(4) ? null : picks.number(9) };
    case 'confidential':
      return { field: 'confidential', confidential: picks.once(2) };
    case 'startDate':
      return { field: 'startDate', day: picks.of(DAYS) ?? null };
    case 'dueDate':
      return { field: 'dueDate', day: picks.of(DAYS) ?? null };
    default:
      return null;
  }
}

const ofBulk = (weight: number, run: Operation['run']): Operation => ({ part: 'bulk', weight, run });

export const BULK_OPERATIONS: Readonly<Record<string, Operation>> = {
  selectRows: ofBulk(14, select),
  changeSelected: ofBulk(34, (client, picks) => {
    if (selected(client).length === 0) return select(client, picks);
    for (let times = picks.once(4) ? 2 : 1; times > 0; times -= 1) {
      const change = changeOf(client, picks);
      // Nothing that is selected is known any more, or may be changed.
      if (change === null) return select(client, picks);
      client.do(bulkActions.editAsked({ change }));
    }
    return true;
  }),
  takeBackSelected: ofBulk(10, (client, picks) => {
    if (selected(client).length === 0) return false;
    client.do(picks.once(3) ? commandActions.redoAsked() : commandActions.undoAsked());
    return true;
  }),
  clearSelection: ofBulk(2, (client) => {
    if (selected(client).length === 0) return false;
    client.do(bulkActions.cleared());
    return true;
  }),
};
