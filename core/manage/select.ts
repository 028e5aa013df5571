import { can } from '../access/rules.ts';
import type { Root as AccessRoot } from '../access/select.ts';
import { selectCurrentUser, selectSessionKnown } from '../access/select.ts';
import { selectQuery, type Queries, type QueryState } from '../query/index.ts';
import { NOUNS } from './nouns/index.ts';
import { manageReads, type ManagedList, type ManageState, type RoleIn } from './slice.ts';

export interface ManageRoot extends AccessRoot {
  readonly manage: ManageState;
  readonly queries: Queries;
}

export const selectManage = ({ manage }: ManageRoot): ManageState => manage;

/** What is read: with the filter that the page begins with where none was chosen. */
export function selectManagedList({ manage: { shown } }: ManageRoot): ManagedList | null {
  if (shown === null) return null;
  return { ...shown, filter: shown.filter === '' ? (NOUNS[shown.noun].filters[0] ?? '') : shown.filter };
}

export const selectManagedStatus = (state: ManageRoot): QueryState =>
  selectQuery(state, manageReads.list, selectManagedList(state));

/** BD-05.6: whose role is read; an administrator needs none, and a visitor has none. */
export function selectManagedRole(state: ManageRoot): RoleIn | null {
  const user = selectCurrentUser(state);
  const { shown } = state.manage;
  if (shown === null || user === null || user.admin) return null;
  return { kind: shown.kind, fullPath: shown.fullPath, userId: user.id };
}

/** BD-05.6: whether the page offers changes. */
export function selectMayManage(state: ManageRoot): boolean {
  const user = selectCurrentUser(state);
  const { shown, level } = state.manage;
  if (shown === null || user === null || !selectSessionKnown(state)) return false;
  const subject = { viewer: { id: user.id, admin: user.admin }, accessLevel: level, visibility: 'private' } as const;
  return can(NOUNS[shown.noun].ability[shown.kind], subject);
}
