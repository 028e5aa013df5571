import { createSelector } from 'reselect';
import type { LinkSubject } from './link/index.ts';
import type { RootState } from './planner.ts';
import { selectCurrentUser } from './access/index.ts';
import { sameData } from './entities/index.ts';
import { selectEpic, selectEpicEndpoints, selectEpicPermissions } from './epic/index.ts';
import { overPage, type Place } from './store/place.ts';
import { selectWorkItem } from './work-item/index.ts';
import type { PageItem } from './work-item/page-data.ts';
import { typeNoun } from './work-item/rules.ts';
import type { GlobalId } from './work-item/types.ts';

const signedIn = (state: RootState): boolean => selectCurrentUser(state) !== null;

/** An epic as its linked items need it; the same object until something that they use changes. */
const epicSubject = () =>
  createSelector(
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

/** Of the page, and of the epic over it. */
const selectEpicSubject = { page: epicSubject(), over: epicSubject() };

/** A fact of an item of a project; undefined where that is not known. */
const factOf =
  <K extends keyof PageItem>(name: K) =>
  (state: RootState, itemId: GlobalId | null): PageItem[K] | undefined =>
    selectWorkItem(state, itemId)?.[name];

/** The same for an item of a project: by its facts, so that each of several items has its own. */
const selectItemSubject = createSelector(
  [
    factOf('id'),
    factOf('iid'),
    factOf('type'),
    factOf('state'),
    factOf('projectPath'),
    factOf('webPath'),
    (state: RootState, itemId: GlobalId | null) => selectWorkItem(state, itemId)?.permissions.canAdminRelation === true,
    signedIn,
  ],
  (id, iid, type, state, projectPath, webPath, mayRelate, user): LinkSubject | null => {
    if (id === undefined || iid === undefined || type === undefined || state === undefined) return null;
    if (projectPath === undefined || projectPath === null || webPath === undefined) return null;
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
      canRelate: mayRelate && user,
    };
  },
);

/** What has the links. */
export type LinkPage = 'epic' | 'item';

/** The epic of a place, or the item of this id (default: the page's), as its linked items need it; null until it is known. */
export function selectLinkSubject(state: RootState, of: LinkPage, id?: GlobalId, place?: Place): LinkSubject | null {
  if (of === 'item') return selectItemSubject(state, id ?? state.workItem.page.id);
  return place === undefined ? selectEpicSubject.page(state) : selectEpicSubject.over(overPage(state));
}
