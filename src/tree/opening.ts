import { shallowEqual } from 'react-redux';
import { createSelector } from 'reselect';
import type { RootState } from '@espalier/core';
import { selectCurrentUser, selectSessionKnown } from '@espalier/core/access';
import { selectEpic, selectEpicConfig, selectEpicPermissions } from '@espalier/core/epic';
import type { treeActions } from '@espalier/core/tree';

type Opening = Parameters<typeof treeActions.opened>[0];

/**
 * What makes an epic's tree another one: the epic, the viewer's rights, the settings, the viewer. Null until the page and the session are known.
 * The same object while all of it is the same, however often the page is read again: opening the tree anew closes its rows and forms. A new title
 * or a changed confidentiality is not among it: the tree reads them with its children.
 */
export const selectTreeIdentity = createSelector(
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
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);

/** What the page hands to its tree (TR-21), as it is now; null where there is no epic. */
export function treeOpening(state: RootState): Opening | null {
  const epic = selectEpic(state);
  if (epic === null) return null;
  const { id, iid, title, reference, confidential, group } = epic;
  const { labelsWebUrl: _labels, ...config } = selectEpicConfig(state);
  const user = selectCurrentUser(state);
  return {
    root: {
      kind: 'epic',
      id,
      iid,
      fullPath: group.fullPath,
      title,
      reference,
      confidential,
      type: 'epic',
      groupId: group.id,
      groupName: group.name,
      permissions: selectEpicPermissions(state),
    },
    config: { ...config, userSignedIn: user !== null, username: user?.username ?? null },
  };
}
