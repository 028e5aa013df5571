import { createSelector } from 'reselect';
import type { RootState } from '@espalier/core';
import { selectCurrentUser, selectFeature, selectSessionStatus } from '@espalier/core/access';
import type { treeActions } from '@espalier/core/tree';
import { selectWorkItem } from '@espalier/core/work-item';

type Opening = Parameters<typeof treeActions.opened>[0];

/** What the page of a work item hands to its tree (TR-21); null until the item and the session are known. */
export const selectWorkItemOpening = createSelector(
  [selectWorkItem, selectCurrentUser, selectSessionStatus, (state: RootState) => selectFeature(state, 'iterations')],
  (item, user, session, allowIterations): Opening | null => {
    if (item === null || item.projectPath === null || session === 'idle' || session === 'loading') return null;
    const { id, iid, title, reference, confidential, type, permissions, projectPath } = item;
    return {
      root: { kind: 'workItem', id, iid, fullPath: projectPath, title, reference, confidential, type, permissions },
      config: {
        userSignedIn: user !== null,
        username: user?.username ?? null,
        issuesWebUrl: `/${projectPath}/-/issues`,
        allowIterations,
      },
    };
  },
);
