import { createSelector } from 'reselect';
import type { RootState } from './planner.ts';
import type { TreeOpening } from './tree/index.ts';
import { selectCurrentUser, selectFeature, selectSessionKnown } from './access/index.ts';
import { selectEpic, selectEpicConfig, selectEpicPermissions } from './epic/index.ts';
import { selectWorkItem } from './work-item/index.ts';

/** The same values under the same names: reading a page again creates new objects. */
const sameFields = (a: object | null, b: object | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    Object.keys(a).length === Object.keys(b).length &&
    Object.entries(a).every(([name, value]) => Object.is(value, (b as Readonly<Record<string, unknown>>)[name])));

/**
 * TR-21.30: the identity of an epic's tree: the epic, the viewer, their permissions, the settings. Null until the page and the session are known.
 * The same object while all of it is the same, however often the page is read again, since opening the tree again closes its rows and forms. A new title
 * or a changed confidentiality is not part of it: the tree reads them with its children.
 */
export const selectTreeIdentity: (state: RootState) => object | null = createSelector(
  [selectEpic, selectEpicConfig, selectEpicPermissions, selectCurrentUser, selectSessionKnown],
  (epic, config, permissions, user, known) => {
    if (epic === null || !known) return null;
    const { id, reference, group } = epic;
    return {
      ...config,
      ...permissions,
      id,
      reference,
      groupId: group.id,
      groupPath: group.fullPath,
      user: user?.username,
    };
  },
  { memoizeOptions: { resultEqualityCheck: sameFields } },
);

/** What the page passes to its tree (TR-21) now; null if there is no epic. */
export function treeOpening(state: RootState): TreeOpening | null {
  const epic = selectEpic(state);
  if (epic === null) return null;
  const { id, iid, reference, confidential, group } = epic;
  const user = selectCurrentUser(state);
  return {
    root: {
      kind: 'epic',
      id,
      iid,
      fullPath: group.fullPath,
      reference,
      confidential,
      type: 'epic',
      groupId: group.id,
      groupName: group.name,
      permissions: selectEpicPermissions(state),
    },
    config: { ...selectEpicConfig(state), userSignedIn: user !== null, username: user?.username ?? null },
  };
}

const iterations = (state: RootState): boolean => selectFeature(state, 'iterations');

/** TR-21.30: the identity of a work item's tree, the same object while all of it is the same. */
export const selectWorkItemTreeIdentity: (state: RootState) => object | null = createSelector(
  [selectWorkItem, selectCurrentUser, selectSessionKnown, iterations],
  (item, user, known, allowIterations) => {
    if (item === null || item.projectPath === null || !known) return null;
    const { id, type, reference, projectPath, permissions } = item;
    return { ...permissions, id, type, reference, projectPath, allowIterations, user: user?.username };
  },
  { memoizeOptions: { resultEqualityCheck: sameFields } },
);

/** What the page of a work item passes to its tree (TR-21) now; null if there is no item. */
export function workItemOpening(state: RootState): TreeOpening | null {
  const item = selectWorkItem(state);
  if (item === null || item.projectPath === null) return null;
  const { id, iid, reference, confidential, type, permissions, projectPath } = item;
  const user = selectCurrentUser(state);
  return {
    root: { kind: 'workItem', id, iid, fullPath: projectPath, reference, confidential, type, permissions },
    config: {
      userSignedIn: user !== null,
      username: user?.username ?? null,
      issuesWebUrl: `/${projectPath}/-/issues`,
      allowIterations: iterations(state),
    },
  };
}
