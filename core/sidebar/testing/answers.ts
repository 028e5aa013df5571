import type { RootState } from '../../planner.ts';
import type { Call } from '../../testing/ports.ts';
import type { SidebarRoot, SidebarState } from '../state.ts';
import { accessActions } from '../../access/index.ts';
import { epicActions } from '../../epic/index.ts';
import { EPIC_ID, epicAnswer, pageJson, ROUTE } from '../../epic/testing/answers.ts';
import { PlannerBuilder, type TestPlanner } from '../../testing/builder.ts';
import { sidebarActions } from '../actions.ts';
import { sidebarSaga } from '../index.ts';

export { EPIC_ID } from '../../epic/testing/answers.ts';

/** Answers to the sidebar's questions. The epic is number 1 of the group `acme`, its database id 12. */

export const gid = (id: number): string => `gid://gitlab/Epic/${id}`;

export const label = (id: number, title = `label ${id}`, color = '#112233') => ({
  id: `gid://gitlab/GroupLabel/${id}`,
  title,
  color,
  textColor: '#FFFFFF',
  description: null,
});

const MAY = { adminEpic: true, createEpic: true, updateEpic: true, destroyEpic: true };

/** The parts that every answer about the epic's fields has. */
export const parts = (change: object = {}) => ({
  id: EPIC_ID,
  iid: '1',
  startDate: '2026-03-01',
  startDateIsFixed: false,
  startDateFixed: null,
  startDateFromInheritedSource: '2026-03-01',
  dueDate: '2026-04-01T00:00:00Z',
  dueDateIsFixed: true,
  dueDateFixed: '2026-04-01',
  dueDateFromInheritedSource: null,
  confidential: false,
  subscribed: false,
  labels: { nodes: [label(1, 'a')] },
  ...change,
});

export const sidebarAnswer = (change: object = {}) => ({
  group: {
    id: 'gid://gitlab/Group/7',
    epic: {
      ...parts(),
      hasParent: false,
      parent: null,
      currentUserTodos: { nodes: [] },
      userPermissions: MAY,
      ...change,
    },
  },
});

const issuable = (fields: object) => ({
  workspace: { id: 'gid://gitlab/Group/7', issuable: { id: EPIC_ID, ...fields } },
});

export const colorAnswer = (color: string | null = '#1068bf', textColor: string | null = '#FFFFFF') =>
  issuable({ color, textColor });

export const ancestorNode = (id: number, change: object = {}) => ({
  id: gid(id),
  iid: String(id),
  title: `Epic ${id}`,
  state: 'opened',
  confidential: false,
  reference: `acme&${id}`,
  webPath: `/groups/acme/-/epics/${id}`,
  hasParent: false,
  parent: null,
  ...change,
});

export const ancestorsAnswer = (nodes: readonly object[] = [], change: object = {}) =>
  issuable({ hasParent: nodes.length > 0, parent: null, ancestors: { nodes }, ...change });

export const person = (id: number) => ({
  id: `gid://gitlab/User/${id}`,
  name: `Person ${id}`,
  username: `person${id}`,
  avatarUrl: null,
  webUrl: `http://host/person${id}`,
});

export const participantsAnswer = (count = 2, pageInfo?: object) =>
  issuable({ participants: { nodes: Array.from({ length: count }, (_, index) => person(index + 1)), pageInfo } });

export const labelsAnswer = (...labels: readonly object[]) => ({
  workspace: { id: 'gid://gitlab/Group/7', labels: { nodes: labels } },
});

/** The answer to `epicFieldsUpdate`. */
export const updateAnswer = (change: object = {}, errors: readonly string[] = []) => ({
  updateEpic: {
    errors,
    epic: errors.length > 0 ? null : { ...parts(), color: '#1068bf', textColor: '#FFFFFF', ...change },
  },
});

interface Opening {
  readonly signedIn?: boolean;
  readonly features?: Readonly<Record<string, boolean>>;
  readonly initial?: object;
  readonly meta?: object;
  readonly epic?: object;
  readonly width?: number;
  readonly cookie?: string;
}

export const WIDE = 1400;
export const PAGE = 'GET /groups/acme/-/epics/1.json';
const VIEWER = { ...person(1), admin: false };

/** A planner with the watcher of the sidebar. */
export class SidebarPlanner {
  readonly app: TestPlanner;

  /** `before`: a state that a planner before this one left; then the watcher runs from the start. */
  constructor(before?: RootState) {
    this.app = (before === undefined ? new PlannerBuilder() : new PlannerBuilder().preloaded(before)).build();
    if (before !== undefined) this.app.planner.watch('sidebar', sidebarSaga);
  }

  get fake() {
    return this.app.fake;
  }

  get root(): SidebarRoot & { readonly sidebar: SidebarState } {
    return this.app.state;
  }

  do(...actions: readonly { readonly type: string }[]): Promise<void> {
    return this.app.do(...actions);
  }

  /** The page is there and the sidebar opened; its first questions wait. */
  async open(opening: Opening = {}): Promise<this> {
    const { signedIn = true, features = { epicColorHighlight: true }, width = WIDE, cookie } = opening;
    if (cookie !== undefined) this.fake.baked.set('collapsed_gutter', cookie);
    await this.do(
      accessActions.sessionReceived({ user: signedIn ? VIEWER : null, features, settings: {}, firstRun: false }),
      epicActions.epicPageOpened(ROUTE),
    );
    await this.fake.next(PAGE).answer(pageJson(opening.initial, opening.meta));
    await this.fake.next('epicPage').answer(epicAnswer(opening.epic));
    this.app.planner.watch('sidebar', sidebarSaga);
    await this.do(sidebarActions.sidebarOpened({ width }));
    return this;
  }

  /** Opened, with the first answers given. */
  async shown(change: object = {}, opening: Opening = {}): Promise<this> {
    await this.open(opening);
    await this.fake.next('epicSidebar').answer(sidebarAnswer(change));
    for (const call of this.fake.waiting('epicColor')) await call.answer(colorAnswer());
    for (const call of this.fake.waiting('epicAncestors')) await call.answer(ancestorsAnswer());
    await this.fake.next('epicParticipants').answer(participantsAnswer());
    return this;
  }

  /** The input of the oldest update that waits. */
  get update(): Call {
    return this.fake.next('epicFieldsUpdate');
  }

  count(what: string): number {
    return this.fake.calls.filter((call) => call.what === what).length;
  }
}

export const sidebarPlanner = (before?: RootState): SidebarPlanner => new SidebarPlanner(before);
