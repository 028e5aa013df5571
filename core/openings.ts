import { createSelector } from 'reselect';
import type { RootState } from './planner.ts';
import type { TreeOpening } from './tree/index.ts';
import { selectCurrentUser, selectFeature, selectSessionKnown, type SessionUser } from './access/index.ts';
import { sameData } from './entities/index.ts';
import { selectEpic, selectEpicConfig, selectEpicPermissions } from './epic/index.ts';
import { overPage } from './store/place.ts';
import { selectWorkItem, type ItemPlace } from './work-item/index.ts';

const viewerOf = (user: SessionUser | null) => ({ userSignedIn: user !== null, username: user?.username ?? null });

const epicOpening = (): ((state: RootState) => TreeOpening | null) =>
  createSelector(
    [selectEpic, selectEpicConfig, selectEpicPermissions, selectCurrentUser],
    (epic, config, permissions, user) => {
      if (epic === null) return null;
      const { id, iid, reference, confidential, group } = epic;
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
          permissions,
        },
        config: { ...config, ...viewerOf(user) },
      };
    },
  );

/** What the page of an epic passes to its tree (TR-21) now; null if there is no epic. */
export const treeOpening = epicOpening();

const openingInPlace = epicOpening();

/** WI-14.10: the same of the epic over a page. */
export const overEpicOpening = (state: RootState): TreeOpening | null => openingInPlace(overPage(state));

const itemOpening = (place: ItemPlace): ((state: RootState) => TreeOpening | null) =>
  createSelector(
    [
      (state: RootState) => selectWorkItem(state, state.workItem[place].id),
      selectCurrentUser,
      (state: RootState) => selectFeature(state, 'iterations'),
    ],
    (item, user, allowIterations) => {
      if (item === null || item.projectPath === null) return null;
      const { id, iid, reference, confidential, type, permissions, projectPath } = item;
      return {
        root: { kind: 'workItem', id, iid, fullPath: projectPath, reference, confidential, type, permissions },
        config: { ...viewerOf(user), issuesWebUrl: `/${projectPath}/-/issues`, allowIterations },
      };
    },
  );

/** The same of the page of a work item. */
export const workItemOpening = itemOpening('page');

/** The same of the item over a page. */
export const overItemOpening = itemOpening('over');

/**
 * TR-21.30: the identity of a tree: its root, the viewer, their permissions, the settings. Null until the page and the session are known. The same object
 * while all of it is the same, however often the page is read again, since opening the tree again closes its rows and forms. Another name or a changed
 * confidentiality is not part of it: the tree reads them with its children.
 */
const identityOf = (opening: typeof treeOpening): ((state: RootState) => object | null) =>
  createSelector(
    [opening, selectSessionKnown],
    (now, known) => {
      if (now === null || !known) return null;
      const { confidential: _confidential, groupName: _groupName, ...root } = now.root;
      return { root, config: now.config };
    },
    { memoizeOptions: { resultEqualityCheck: sameData } },
  );

export const selectTreeIdentity = identityOf(treeOpening);
export const selectWorkItemTreeIdentity = identityOf(workItemOpening);
export const selectOverTreeIdentity = identityOf(overItemOpening);
export const selectOverEpicTreeIdentity = identityOf(overEpicOpening);
