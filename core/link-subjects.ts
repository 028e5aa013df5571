import { createSelector } from 'reselect';
import type { LinkSubject } from './link/index.ts';
import type { RootState } from './planner.ts';
import { selectCurrentUser } from './access/index.ts';
import { sameData } from './entities/index.ts';
import { selectEpic, selectEpicEndpoints, selectEpicPermissions } from './epic/index.ts';
import { selectWorkItem } from './work-item/index.ts';
import { typeNoun } from './work-item/rules.ts';
import type { GlobalId } from './work-item/types.ts';

const signedIn = (state: RootState): boolean => selectCurrentUser(state) !== null;

/** The epic of the page as its linked items need it; the same object until something that they use changes. */
const selectEpicSubject = createSelector(
  [selectEpic, selectEpicEndpoints, selectEpicPermissions, signedIn],
  (epic, endpoints, { canAdminRelation }, user): LinkSubject | null => {
    if (epic === null || endpoints === null) return null;
    const { id, iid, state, webPath, group } = epic;
    return {
      id,
      kind: 'epic',
      iid,
      state,
      ownerPath: group.fullPath,
      groupPath: group.fullPath,
      endpoint: `${endpoints.endpoint}/related_epic_links`,
      webPath,
      canRelate: canAdminRelation && user,
    };
  },
  { memoizeOptions: { resultEqualityCheck: sameData } },
);

/** The same for an item of a project. */
const selectItemSubject = createSelector([selectWorkItem, signedIn], (item, user): LinkSubject | null => {
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

/** The page whose item has the links. */
export type LinkPage = 'epic' | 'item';

/** The item of a page, or the item of this id, as its linked items need it; null until it is known. */
export const selectLinkSubject = (state: RootState, page: LinkPage, id?: GlobalId): LinkSubject | null =>
  page === 'epic' ? selectEpicSubject(state) : selectItemSubject(state, id ?? state.workItem.page.id);
