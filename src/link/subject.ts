import { createSelector } from 'reselect';
import type { RootState } from '@espalier/core';
import { selectCurrentUser } from '@espalier/core/access';
import { selectEpic, selectEpicEndpoints, selectEpicPermissions } from '@espalier/core/epic';
import type { LinkSubject } from '@espalier/core/link';
import { selectWorkItem } from '@espalier/core/work-item';
import { typeNoun } from '@espalier/core/work-item/state/rules';

const signedIn = (state: RootState): boolean => selectCurrentUser(state) !== null;

/** The epic of the page as its linked items want it; the same object until something of it changes that they know. */
export const selectEpicSubject = createSelector(
  [
    (state: RootState) => selectEpic(state)?.id ?? null,
    (state: RootState) => selectEpic(state)?.iid ?? '',
    (state: RootState) => selectEpic(state)?.state ?? 'opened',
    (state: RootState) => selectEpic(state)?.webPath ?? '',
    (state: RootState) => selectEpic(state)?.group.fullPath ?? '',
    (state: RootState) => selectEpicEndpoints(state)?.endpoint ?? null,
    (state: RootState) => selectEpicPermissions(state).canAdminRelation,
    signedIn,
  ],
  (id, iid, state, webPath, groupPath, endpoint, canRelate, user): LinkSubject | null =>
    id === null || endpoint === null
      ? null
      : {
          id,
          kind: 'epic',
          iid,
          state,
          ownerPath: groupPath,
          groupPath,
          endpoint: `${endpoint}/related_epic_links`,
          webPath,
          canRelate: canRelate && user,
        },
);

/** The same of an item of a project. */
export const selectItemSubject = createSelector([selectWorkItem, signedIn], (item, user): LinkSubject | null => {
  if (item === null || item.projectPath === null) return null;
  const { id, iid, type, state, projectPath, webPath, permissions } = item;
  return {
    id,
    kind: 'issue',
    noun: typeNoun(type),
    iid,
    state,
    ownerPath: projectPath,
    groupPath: projectPath.slice(0, projectPath.lastIndexOf('/')),
    endpoint: `/${projectPath}/-/issues/${iid}/links`,
    webPath,
    canRelate: permissions.canAdminRelation && user,
  };
});

/** By the page whose item it is. */
export const SUBJECTS = { epic: selectEpicSubject, item: selectItemSubject } as const;

export type SubjectOf = keyof typeof SUBJECTS;
