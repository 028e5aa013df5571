/** Answers of a server, as flow tests of the epic pages give them. */

export const ROUTE = { groupPath: 'acme', iid: '1' } as const;
export const EPIC_ID = 'gid://gitlab/Epic/12';

const person = {
  id: 'gid://gitlab/User/1',
  name: 'Ada',
  username: 'ada',
  avatarUrl: null,
  webUrl: 'http://host/ada',
};
const permissions = { adminEpic: true, createEpic: true, updateEpic: true, destroyEpic: true };

export const pageJson = (initial: object = {}, meta: object = {}) => ({
  initial: {
    endpoint: 'http://host/groups/acme/-/epics/1',
    canUpdate: true,
    canDestroy: true,
    canAdmin: true,
    canAdminRelation: true,
    lockVersion: 3,
    ...initial,
  },
  meta: {
    epic_id: 12,
    lock_version: 3,
    author: { name: 'Ada', username: '@ada', url: 'http://host/ada', src: '/ada.png' },
    start_date_sourcing_milestone_title: '1.0',
    ...meta,
  },
});

export const epicAnswer = (change: object = {}) => ({
  group: {
    id: 'gid://gitlab/Group/7',
    name: 'Acme',
    fullName: 'Acme',
    fullPath: 'acme',
    epic: {
      id: EPIC_ID,
      iid: '1',
      title: 'One',
      description: 'Text',
      descriptionHtml: '<p>Text</p>',
      state: 'opened',
      confidential: false,
      reference: 'acme&1',
      webUrl: 'http://host/groups/acme/-/epics/1',
      webPath: '/groups/acme/-/epics/1',
      createdAt: '2026-01-02T03:04:05Z',
      updatedAt: '2026-01-02T03:04:05Z',
      closedAt: null,
      startDate: '2026-03-01T00:00:00Z',
      startDateIsFixed: false,
      startDateFixed: null,
      startDateFromInheritedSource: '2026-03-01',
      dueDate: '2026-04-01',
      dueDateIsFixed: true,
      dueDateFixed: '2026-04-01',
      dueDateFromInheritedSource: null,
      author: person,
      labels: {
        nodes: [
          { id: 'gid://gitlab/GroupLabel/1', title: 'a', color: '#fff', textColor: '#333333', description: null },
          null,
        ],
      },
      parent: null,
      userPermissions: permissions,
      ...change,
    },
  },
});

export const listEpic = (iid: number, change: object = {}, owner = 'acme') => ({
  id: `gid://gitlab/Epic/${iid}`,
  iid: String(iid),
  title: `Epic ${iid}`,
  state: 'opened',
  reference: `${owner}&${iid}`,
  webPath: `/groups/${owner}/-/epics/${iid}`,
  confidential: false,
  createdAt: '2026-01-02T03:04:05Z',
  updatedAt: '2026-01-02T03:04:05Z',
  closedAt: null,
  startDate: null,
  dueDate: '2026-04-01T00:00:00Z',
  author: person,
  group: { id: 'gid://gitlab/Group/7', fullPath: owner },
  labels: { nodes: [] },
  userPermissions: permissions,
  descendantCounts: { openedEpics: 1, closedEpics: null, openedIssues: 2, closedIssues: 0 },
  ...change,
});

export const listAnswer = (iids: readonly number[], pageInfo: object = {}, closed = 3) => ({
  group: {
    id: 'gid://gitlab/Group/7',
    name: 'Acme',
    fullName: 'Acme',
    fullPath: 'acme',
    userPermissions: { readGroup: true },
    epics: {
      nodes: iids.map((iid) => listEpic(iid)),
      pageInfo: { endCursor: 'e', startCursor: 's', hasNextPage: false, hasPreviousPage: false, ...pageInfo },
    },
    opened: { count: 41 },
    closed: { count: closed },
  },
});
