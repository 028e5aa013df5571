import fc from 'fast-check';
import type { Viewer } from '../access/viewer.ts';
import type { Outcome } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { createEpic } from '../epic/create.ts';
import { updateEpic } from '../epic/update.ts';
import { NOW } from '../store/testing/planted.ts';
import { createItem } from '../work-item/create.ts';
import { deleteWorkItem } from '../work-item/delete.ts';
import { updateItem } from '../work-item/update.ts';
import { addChildren, removeChild } from './children.ts';
import { reorderTree } from './reorder.ts';

/** What people do to a plan, at random: the same for the store in memory and for the one in the database. */

const PICK = fc.nat({ max: 1000 });
/** A random operation: which kind, and three free choices that each kind reads in its own way. */
export const operation = fc.record({
  kind: fc.constantFrom(
    'move',
    'move',
    'move',
    'reorder',
    'add',
    'remove',
    'create',
    'close',
    'weigh',
    'date',
    'due',
    'milestone',
    'delete',
  ),
  a: PICK,
  b: PICK,
  c: PICK,
});
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

export interface Row {
  readonly id: number;
  readonly iid: number;
  readonly type: string;
  readonly group_path: string;
  readonly project_path: string | null;
  readonly link_id: number | null;
  readonly parent_id: number | null;
}

const gid = (type: string, id: number | null): string => `gid://gitlab/${type}/${id}`;
const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];
const treeId = (row: Row): string => (row.type === 'epic' ? gid('Epic', row.id) : gid('EpicIssue', row.link_id));
const reference = (row: Row): string =>
  row.type === 'epic' ? `${row.group_path}&${row.iid}` : `${row.project_path ?? ''}#${row.iid}`;

export async function operate(
  store: PlanStore,
  viewer: Viewer,
  all: readonly Row[],
  { kind, a, b, c }: Operation,
): Promise<Outcome<unknown> | null> {
  const epics = all.filter(({ type }) => type === 'epic');
  const issues = all.filter(({ type }) => type === 'issue');
  const epic = at(epics, a);
  const any = at(all, b);
  if (epic === undefined || any === undefined) return null;
  const inEpic = { groupPath: epic.group_path, iid: epic.iid };
  const issue = at(issues, b);
  switch (kind) {
    case 'move':
    case 'reorder': {
      const parent = kind === 'move' ? epic.id : (any.parent_id ?? epic.id);
      const siblings = all.filter(({ parent_id, id }) => parent_id === parent && id !== any.id);
      const adjacent = c % 5 === 0 ? undefined : at(siblings, c);
      const moved = {
        id: treeId(any),
        ...(adjacent
          ? { adjacentReferenceId: treeId(adjacent), relativePosition: c % 2 === 0 ? 'after' : 'before' }
          : {}),
        ...(kind === 'move' ? { newParentId: gid('Epic', parent) } : {}),
      };
      return reorderTree(store, viewer, { baseEpicId: gid('Epic', any.parent_id ?? epic.id), moved }, NOW);
    }
    case 'add': {
      const kindOf = any.type === 'epic' ? 'epic' : 'issue';
      const references = [
        reference(any),
        ...all
          .filter((r) => r.type === any.type)
          .slice(c % 4, (c % 4) + 2)
          .map(reference),
      ];
      return addChildren(store, viewer, { ...inEpic, kind: kindOf, references, origin: 'http://here' }, NOW);
    }
    case 'remove': {
      const child = at(
        all.filter(({ parent_id }) => parent_id === epic.id),
        b,
      );
      if (child === undefined) return null;
      const of =
        child.type === 'epic'
          ? ({ kind: 'epic', id: child.id } as const)
          : ({ kind: 'issue', id: child.link_id ?? 0 } as const);
      return removeChild(store, viewer, { ...inEpic, ...of }, NOW);
    }
    case 'create':
      return b % 2 === 0
        ? createEpic(
            store,
            viewer,
            { group: c % 2 === 0 ? 'acme' : 'acme/web', parentId: epic.id, fields: { title: 'new' } },
            NOW,
          )
        : createItem(
            store,
            viewer,
            { project: 'acme/web/app', type: 'issue', parentId: epic.id, fields: { title: 'new', weight: c } },
            NOW,
          );
    case 'close':
      return updateItem(store, viewer, { id: any.id, patch: { stateEvent: c % 2 === 0 ? 'close' : 'reopen' } }, NOW);
    case 'weigh': {
      const healthStatus = ([null, 'onTrack', 'needsAttention', 'atRisk'] as const)[c % 4] ?? null;
      return issue ? updateItem(store, viewer, { id: issue.id, patch: { weight: c % 10, healthStatus } }, NOW) : null;
    }
    case 'date': {
      const startDateFixed = `2026-${String((b % 12) + 1).padStart(2, '0')}-15`;
      return updateEpic(store, viewer, { ...inEpic, patch: { startDateIsFixed: c % 2 === 0, startDateFixed } }, NOW);
    }
    case 'due': {
      // Either half of a date alone, too: the flag switches between two dates that are both kept.
      const dueDateFixed = b % 4 === 0 ? null : `2026-${String((b % 12) + 1).padStart(2, '0')}-25`;
      const patch = [{ dueDateIsFixed: b % 2 === 0 }, { dueDateFixed }, { dueDateIsFixed: true, dueDateFixed }][c % 3];
      return updateEpic(store, viewer, { ...inEpic, patch: patch ?? {} }, NOW);
    }
    case 'milestone':
      return issue
        ? updateItem(store, viewer, { id: issue.id, patch: { milestoneId: [null, 1, 2, 3][c % 4] ?? null } }, NOW)
        : null;
    case 'delete':
      return c % 3 === 0 ? deleteWorkItem(store, viewer, any.id, NOW) : null;
  }
}
