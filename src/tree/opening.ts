import { createSelector } from 'reselect';
import type { RootState } from '@espalier/core';
import { selectCurrentUser, selectSessionStatus } from '@espalier/core/access';
import { selectEpic, selectEpicConfig, selectEpicPermissions } from '@espalier/core/epic';
import type { EpicDetails } from '@espalier/core/epic';
import type { TreeConfig, TreeRoot, treeActions } from '@espalier/core/tree';

type Opening = Parameters<typeof treeActions.opened>[0];

/** Everything of an epic that its tree takes over, kept the same object while none of it changes. */
const identity = createSelector(
  [
    (state: RootState) => selectEpic(state)?.id ?? null,
    (state: RootState) => selectEpic(state)?.confidential ?? false,
    (state: RootState) => selectEpic(state)?.reference ?? '',
    (state: RootState) => selectEpic(state)?.group ?? null,
  ],
  (id, confidential, reference, group) =>
    id === null || group === null ? null : { id, confidential, reference, group },
);

/**
 * What the page hands to the tree (TR-21); null until the page and the session are known. The same object until another epic, other
 * rights, other settings or another viewer: a new title must not open the tree anew.
 */
export const selectTreeOpening = createSelector(
  [identity, selectEpicConfig, selectEpicPermissions, selectCurrentUser, selectSessionStatus],
  (epic, config, permissions, user, session): ((details: EpicDetails) => Opening) | null => {
    if (epic === null || session === 'idle' || session === 'loading') return null;
    const { labelsWebUrl: _labels, ...taken } = config;
    const own: Partial<TreeConfig> = { ...taken, userSignedIn: user !== null, username: user?.username ?? null };
    return ({ title, iid }) => {
      const root: Opening['root'] = {
        kind: 'epic',
        id: epic.id,
        iid,
        fullPath: epic.group.fullPath,
        title,
        reference: epic.reference,
        confidential: epic.confidential,
        type: 'epic' satisfies TreeRoot['type'],
        groupId: epic.group.id,
        groupName: epic.group.name,
        permissions,
      };
      return { root, config: own };
    };
  },
);
