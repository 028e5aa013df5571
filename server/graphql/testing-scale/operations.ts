import {
  CommandItemsOperation,
  EpicChildrenOperation,
  EpicFieldsUpdateOperation,
  EpicPageOperation,
  EpicTreeReorderOperation,
  GroupEpicsOperation,
  GroupIssuesOperation,
  MoveTargetsOperation,
  RoadmapGroupEpicsOperation,
} from '@espalier/core/api';
import {
  DEEP_EPIC,
  DEEP_EPICS,
  FREE_EPICS,
  RARE_WORD,
  TEAM,
  TOP,
  WIDE_EPIC,
  WIDE_ISSUES,
  WORD,
  type Person,
} from './fill.ts';

/** What the client asks for, in its own words: one request of each kind. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export interface ScaleOperation {
  readonly name: string;
  /** Who is asked for; root where nobody is named. Whoever is not among them may not do it. */
  readonly people: readonly Person[];
  /** Another request at each turn, where there is a choice. `cursor`: of the last page that the same list gave. */
  readonly send: (turn: number, person: Person) => Sent;
  /** Changes the plan. */
  readonly writes?: true;
  /** At the end, once, in a plan that nothing else is measured on afterwards. */
  readonly last?: true;
}

const EVERYBODY: readonly Person[] = ['root', 'owner', 'member', 'visitor'];
const ROOT: readonly Person[] = ['root'];

interface Operation {
  readonly text: string;
}

const graphql = ({ text: query }: Operation, variables: unknown): Sent => ({
  method: 'POST',
  path: '/api/graphql',
  body: { query, variables },
});

/** The member lists the subgroup that they know, and what they may see of the top group. */
const list = (operation: Operation, variables: Readonly<Record<string, unknown>>, fullPath = TOP): Sent =>
  graphql(operation, { fullPath, state: 'opened', sort: 'CREATED_DESC', first: 20, ...variables });

const reading = (name: string, send: ScaleOperation['send'], people = EVERYBODY): ScaleOperation => ({
  name,
  people,
  send,
});
const writing = (name: string, send: ScaleOperation['send']): ScaleOperation => ({
  name,
  people: ROOT,
  send,
  writes: true,
});

const lists = (noun: string, operation: Operation, created: string): readonly ScaleOperation[] => [
  reading(`${noun}, first page`, () => list(operation, { sort: created })),
  reading(`${noun}, last page`, () => list(operation, { sort: created, first: undefined, last: 20 })),
  reading(`${noun}, closed, by title`, () => list(operation, { sort: 'TITLE_ASC', state: 'closed' })),
  reading(`${noun}, a word`, () => list(operation, { sort: created, search: WORD })),
  reading(`${noun}, a rare word`, () => list(operation, { sort: created, search: RARE_WORD })),
  reading(`${noun}, a label`, (turn) => list(operation, { sort: created, labelName: [`label ${1 + (turn % 60)}`] })),
  reading(`${noun} of a subgroup`, () => list(operation, { sort: created }, TEAM), ['root', 'member']),
];

/** AP-06.76: the orders that no column of an item has held from the first. */
const ORDERS = [
  ...['WEIGHT', 'HEALTH_STATUS', 'MILESTONE_DUE', 'CLOSED_AT', 'BLOCKING_ISSUES'].flatMap((by) => [
    `${by}_ASC`,
    `${by}_DESC`,
  ]),
  'RELATIVE_POSITION_ASC',
];
const orders: readonly ScaleOperation[] = ORDERS.flatMap((sort) => {
  const asked = { sort, state: sort.startsWith('CLOSED') ? 'closed' : 'opened' };
  const name = `group's issues, ${sort.toLowerCase().replaceAll('_', ' ')}`;
  return [
    reading(`${name}, first page`, () => list(GroupIssuesOperation, asked), ['root', 'visitor']),
    reading(`${name}, last page`, () => list(GroupIssuesOperation, { ...asked, first: undefined, last: 20 }), [
      'root',
      'visitor',
    ]),
  ];
});

const completion = (what: string, search: string): ScaleOperation =>
  reading(`completion of issues, ${what}`, () => ({
    method: 'GET',
    path: `/groups/${TOP}/-/autocomplete_sources/issues?search=${search}`,
  }));

const palette = (what: string, search: string): ScaleOperation =>
  reading(`palette, ${what}`, () => graphql(CommandItemsOperation, { fullPath: TOP, search, first: 8 }));

const apiList = (name: string, query: string): ScaleOperation =>
  reading(`REST: ${name}`, () => ({ method: 'GET', path: `/api/v4/groups/${TOP}/${query}` }));

const field = (name: string, input: (turn: number) => object): ScaleOperation =>
  writing(name, (turn) =>
    graphql(EpicFieldsUpdateOperation, {
      input: { groupPath: TOP, iid: String(3 + (turn % DEEP_EPICS)), ...input(turn) },
    }),
  );

const EPIC_ID = (n: number): string => `gid://gitlab/Epic/${1_000_000 + n}`;

export const OPERATIONS: readonly ScaleOperation[] = [
  reading('epic page', (turn) =>
    graphql(EpicPageOperation, { fullPath: TOP, iid: String(turn % 3 === 0 ? WIDE_EPIC : DEEP_EPIC) }),
  ),
  reading(`100 of ${WIDE_ISSUES} children`, () =>
    graphql(EpicChildrenOperation, { fullPath: TOP, iid: String(WIDE_EPIC), pageSize: 100 }),
  ),
  reading('roadmap page', (turn) =>
    graphql(RoadmapGroupEpicsOperation, {
      fullPath: TOP,
      state: 'all',
      sort: 'START_DATE_ASC',
      timeframe: { start: `2025-0${1 + (turn % 9)}-01`, end: '2027-06-30' },
      first: 50,
      withColor: true,
    }),
  ),
  ...lists('epics', GroupEpicsOperation, 'CREATED_AT_DESC'),
  ...lists("group's issues", GroupIssuesOperation, 'CREATED_DESC'),
  ...orders,
  completion('empty', ''),
  completion('a word', WORD),
  completion('a rare word', RARE_WORD),
  completion('two letters', 'zy'),
  completion('a number', '1234'),
  palette('a word', WORD),
  palette('a rare word', RARE_WORD),
  reading('"Move to…", a word', () =>
    graphql(MoveTargetsOperation, { fullPath: TOP, search: WORD, number: null, numbered: false }),
  ),
  apiList("group's issues", 'issues?state=opened'),
  apiList("group's issues, by due date", 'issues?order_by=due_date&sort=asc'),
  apiList("group's issues, by popularity", 'issues?order_by=popularity'),
  apiList("group's issues, by position", 'issues?order_by=relative_position'),
  apiList("group's epics", 'epics?state=opened'),
  writing('reorder', (turn) =>
    graphql(EpicTreeReorderOperation, {
      input: {
        baseEpicId: EPIC_ID(DEEP_EPIC),
        moved: {
          id: EPIC_ID(3 + (turn % 500)),
          adjacentReferenceId: EPIC_ID(600 + (turn % 300)),
          relativePosition: 'after',
        },
      },
    }),
  ),
  writing('move', (turn) =>
    graphql(EpicTreeReorderOperation, {
      input: {
        baseEpicId: EPIC_ID(DEEP_EPIC),
        moved: { id: EPIC_ID(6001 + (turn % 900)), newParentId: EPIC_ID(1100 + (turn % 7)) },
      },
    }),
  ),
  field('close', (turn) => ({ stateEvent: turn % 2 === 0 ? 'CLOSE' : 'REOPEN' })),
  field('label', (turn) => ({ addLabelIds: [`gid://gitlab/GroupLabel/${1_000_001 + (turn % 60)}`] })),
  field('date', (turn) => ({ dueDateIsFixed: true, dueDateFixed: `2026-0${1 + (turn % 9)}-15` })),
  writing('create', (turn) => ({
    method: 'POST',
    path: `/groups/${TOP}/-/epics`,
    body: { epic: { title: `Another epic ${turn}` } },
  })),
  writing('add by reference', (turn) => ({
    method: 'POST',
    path: `/groups/${TOP}/-/epics/${DEEP_EPIC + 1}/links`,
    body: { issuable_references: [`&${FREE_EPICS + (turn % 900)}`] },
  })),
  {
    ...writing(`delete an epic with ${DEEP_EPICS} child epics`, () => ({
      method: 'DELETE',
      path: `/groups/${TOP}/-/epics/${DEEP_EPIC}.json?destroy_confirm=true`,
    })),
    last: true,
  },
];
