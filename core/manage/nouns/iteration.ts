import type { TimeboxReportPartsFragment } from '../../api/generated/operations.ts';
import { IterationPageOperation } from '../../api/generated/operations/iterations.ts';
import { jsonOf, textOf } from '../../api/wire-parts.ts';
import type { ListPlace } from '../../work-item/index.ts';
import { managedPath } from '../address.ts';
import { graphqlRead, type Noun } from '../noun.ts';
import type { ManagedPage } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';
import { timeboxReportOf, type TimeboxEntry } from '../timebox.ts';
import { iterations, nodesIn, type IterationEntry } from './iterations.ts';

/** An iteration as its own page shows it. */
export type IterationPageEntry = IterationEntry & TimeboxEntry;

/** AP-14.102: whose items the page lists. */
export const iterationPlace = (
  { fullPath }: ManagedPage,
  { id }: Pick<IterationEntry, 'id'>,
): ListPlace & { readonly kind: 'group' } => ({ kind: 'group', fullPath, iteration: { id } });

const countIn = (issues: unknown): number => {
  const { count } = jsonOf(issues);
  return typeof count === 'number' ? count : 0;
};

/** AP-14.100: the page of one of them. What is changed on it is changed as in their list. */
export const iteration: Noun = {
  ...iterations,
  filters: [],
  list({ fullPath, iid = '' }) {
    const id = `gid://gitlab/Iteration/${iid}`;
    return graphqlRead(IterationPageOperation, { fullPath, id, ids: [id] });
  },
  rowsIn(answer) {
    const [node] = [nodesIn(answer, 'iterations')].flat();
    if (node == null) return null;
    const { opened, closed } = jsonOf(jsonOf(answer)['group']);
    const done = countIn(closed);
    return [{ ...jsonOf(node), items: { total: countIn(opened) + done, closed: done } }];
  },
  entryOf(json): IterationPageEntry | null {
    const entry = iterations.entryOf(json) as IterationEntry | null;
    if (entry === null) return null;
    const { descriptionHtml, items, report } = jsonOf(json);
    return {
      ...entry,
      descriptionHtml: textOf(descriptionHtml, ''),
      items: items as TimeboxEntry['items'],
      report: timeboxReportOf(report as TimeboxReportPartsFragment | null),
    };
  },
  next: (_answer, { page: { fullPath }, what }) =>
    what === 'delete' ? managedPath({ kind: 'group', fullPath, noun: 'cadences' }) : null,
  failure: MANAGE_TEXTS.iteration,
};
