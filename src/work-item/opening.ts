import { shallowEqual } from 'react-redux';
import { createSelector } from 'reselect';
import type { RootState } from '@espalier/core';
import { selectCurrentUser, selectFeature, selectSessionKnown } from '@espalier/core/access';
import type { treeActions } from '@espalier/core/tree';
import { selectWorkItem } from '@espalier/core/work-item';

type Opening = Parameters<typeof treeActions.opened>[0];

const iterations = (state: RootState): boolean => selectFeature(state, 'iterations');

/** As `selectTreeIdentity` of an epic: what makes the tree of a work item another one, the same object while all of it is the same. */
export const selectWorkItemTreeIdentity = createSelector(
  [selectWorkItem, selectCurrentUser, selectSessionKnown, iterations],
  (item, user, known, allowIterations) => {
    if (item === null || item.projectPath === null || !known) return null;
    const { id, type, reference, projectPath, permissions } = item;
    return { ...permissions, id, type, reference, projectPath, allowIterations, user: user?.username };
  },
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);

/** What the page of a work item hands to its tree (TR-21), as it is now; null where there is no item. */
export function workItemOpening(state: RootState): Opening | null {
  const item = selectWorkItem(state);
  if (item === null || item.projectPath === null) return null;
  const { id, iid, title, reference, confidential, type, permissions, projectPath } = item;
  const user = selectCurrentUser(state);
  return {
    root: { kind: 'workItem', id, iid, fullPath: projectPath, title, reference, confidential, type, permissions },
    config: {
      userSignedIn: user !== null,
      username: user?.username ?? null,
      issuesWebUrl: `/${projectPath}/-/issues`,
      allowIterations: iterations(state),
    },
  };
}
