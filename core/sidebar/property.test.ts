import type { SidebarRoot } from './state.ts';
import fc from 'fast-check';
import { confirmedEpic } from './select-root.ts';
import { accessActions } from '../access/index.ts';
import { EpicFieldsUpdateOperation } from '../api/generated/operations.ts';
import { epicActions } from '../epic/index.ts';
import { createPlanner } from '../planner.ts';
import { checkLog, parseLog, record } from '../replay/index.ts';
import { FakePorts, settle } from '../testing/index.ts';
import { refusal } from '../testing/ports.ts';
import { type World, ModelServer } from '../../sim/server/index.ts';
import { epicEdits } from '../epic/actions.ts';
import { sidebarActions, sidebarSaga } from './index.ts';

const LABELS = ['bug', 'p::high', 'p::low', 'ux'] as const;
const COLORS = ['#c91c00', '#ABC', 'none', '#1068bf'] as const;

function seed(world: World): void {
  const acme = world.addGroup({ path: 'acme' });
  for (const username of ['ada', 'bob']) {
    world.addMember({ userId: world.addUser({ username }), groupId: acme, level: 50 });
  }
  LABELS.forEach((title) => world.addLabel(title));
  world.addEpic(acme, { title: 'Epic', startIsFixed: true, startDate: '2026-05-05' });
}

/** What a person or the network does next. */
const step = fc.oneof(
  fc.record({ do: fc.constant('date'), field: fc.constantFrom('start', 'due'), day: fc.integer({ min: 1, max: 28 }) }),
  fc.record({ do: fc.constant('kind'), field: fc.constantFrom('start', 'due'), isFixed: fc.boolean() }),
  fc.record({ do: fc.constant('label'), label: fc.nat(3), ticked: fc.boolean() }),
  fc.record({ do: fc.constant('color'), color: fc.constantFrom(...COLORS) }),
  fc.record({ do: fc.constantFrom('todo', 'subscription', 'confidentiality', 'close') }),
  fc.record({ do: fc.constant('other'), field: fc.constantFrom('start', 'due'), day: fc.integer({ min: 1, max: 28 }) }),
  fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(0, 300, 2500) }),
  fc.record({ do: fc.constant('fault'), kind: fc.constantFrom('refuse', 'busy', 'lost', 'late', 'early') }),
);
type Step = { readonly do: string } & Partial<{
  field: 'start' | 'due';
  day: number;
  isFixed: boolean;
  label: number;
  ticked: boolean;
  color: string;
  ms: number;
  kind: string;
}>;

/** EP-18.50: the answer to an edit of the start date comes after somebody else's later edit of it was read. */
const LATE_ANSWER: Step[] = [
  { do: 'kind', field: 'start', isFixed: false },
  { do: 'label', label: 3, ticked: true },
  { do: 'fault', kind: 'lost' },
  { do: 'label', label: 1, ticked: false },
  { do: 'wait', ms: 2500 },
  { do: 'kind', field: 'start', isFixed: true },
  { do: 'date', field: 'due', day: 18 },
  { do: 'fault', kind: 'late' },
  { do: 'other', field: 'due', day: 15 },
  { do: 'other', field: 'start', day: 18 },
];

const CHANGES = /^epicFieldsUpdate|^epicSetSubscription|todos/;
const dayOf = (day = 1): string => `2026-03-${String(day).padStart(2, '0')}`;

/** A person's page over the model server, recorded. */
class Page {
  static sessions = 0;
  readonly fake = new FakePorts();
  readonly server: ModelServer;
  readonly recording = record({ session: 's', timeZone: 'UTC', flags: {}, viewer: 'ada' });
  readonly planner;

  constructor(server: ModelServer, fake: FakePorts) {
    this.fake = fake;
    this.server = server;
    const session = (Page.sessions += 1);
    let last = 0;
    const ids = { next: () => `session-${session}-${(last += 1)}` };
    const ports = { ...fake.ports, ids, graphql: server.graphql, rest: server.rest };
    this.planner = createPlanner(ports, { middleware: [this.recording.middleware] });
  }

  async act(...actions: readonly { readonly type: string }[]): Promise<void> {
    for (const action of actions) this.planner.store.dispatch(action);
    await settle();
  }

  async open(): Promise<this> {
    await this.act(accessActions.sessionRequested());
    await this.act(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
    this.planner.watch('sidebar', sidebarSaga);
    await this.act(sidebarActions.sidebarOpened({ width: 1400 }));
    return this;
  }

  get root(): SidebarRoot {
    return this.planner.store.getState();
  }

  get fields() {
    const { id } = this.root.sidebar;
    // Only a page that was open meanwhile is told who edited the epic.
    const { editedBy: _, ...fields } = (id === null ? null : confirmedEpic(this.root, id)) ?? {};
    return fields;
  }

  async take(next: Step): Promise<void> {
    const { field = 'start' } = next;
    switch (next.do) {
      case 'date':
        return this.act(epicEdits.dateChanged({ field, value: dayOf(next.day) }));
      case 'kind':
        return this.act(epicEdits.dateChanged({ field, isFixed: next.isFixed === true }));
      case 'label': {
        const row = [...this.server.world.labels.values()][next.label ?? 0];
        const id = `gid://gitlab/GroupLabel/${row?.id}`;
        const label = { id, title: row?.title ?? '', color: '#1068bf', textColor: '#FFFFFF', description: null };
        return this.act(
          sidebarActions.labelPickerOpened(),
          sidebarActions.labelTicked({ label, ticked: next.ticked === true }),
          epicEdits.labelsChanged(),
        );
      }
      case 'color':
        return this.act(
          sidebarActions.colorEditorOpened(),
          sidebarActions.colorPicked({ color: next.color ?? '' }),
          epicEdits.colorChanged(),
        );
      case 'todo':
        return this.act(epicEdits.todoChanged());
      case 'subscription':
        return this.act(epicEdits.subscriptionChanged());
      case 'confidentiality':
        return this.act(epicEdits.confidentialityChanged());
      case 'close':
        await this.act(sidebarActions.sidebarClosed());
        return this.act(sidebarActions.sidebarOpened({ width: 1400 }));
      case 'other':
        return this.byBob(field, dayOf(next.day));
      case 'wait':
        return this.fake.clock.advance(next.ms ?? 0);
      default:
        return this.fault(next.kind ?? '');
    }
  }

  /** Somebody else edits the same epic. */
  async byBob(field: 'start' | 'due', day: string): Promise<void> {
    const fixed =
      field === 'start' ? { startDateIsFixed: true, startDateFixed: day } : { dueDateIsFixed: true, dueDateFixed: day };
    await this.server.answerAs('bob', {
      what: 'epicFieldsUpdate',
      text: EpicFieldsUpdateOperation.text,
      variables: { input: { groupPath: 'acme', iid: '1', ...fixed } },
      request: null,
      idempotencyKey: undefined,
    });
    await settle();
  }

  async fault(kind: string): Promise<void> {
    const { server } = this;
    if (kind === 'refuse') server.fault({ match: CHANGES, kind: 'refuse', error: refusal(422, 'No') });
    if (kind === 'busy') server.fault({ match: CHANGES, kind: 'refuse', error: { ...refusal(503), retryAfter: 200 } });
    if (kind === 'lost') server.fault({ match: CHANGES, kind: 'lose', when: 'afterCommit' });
    if (kind === 'early') server.fault({ match: CHANGES, kind: 'lose', when: 'beforeCommit' });
    if (kind === 'late') server.fault({ match: /^epic/, kind: 'delay', milliseconds: 1500 });
    await settle();
  }
}

test('EP-18.48 whatever is edited, refused, lost or late, it ends as the server has it, and every rule holds on the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array<Step>(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const fake = new FakePorts();
      const server = new ModelServer({ clock: fake.clock, seed });
      server.signInAs('ada');
      const page = await new Page(server, fake).open();
      for (const next of steps) await page.take(next);
      await fake.clock.advance(40_000);
      expect(page.root.pending).toEqual([]);
      const later = await new Page(server, fake).open();
      // What was to be late and met nothing yet may meet this page.
      await fake.clock.advance(20_000);
      expect(page.fields).toEqual(later.fields);
      expect(checkLog(parseLog(page.recording.text())).faults).toEqual([]);
      page.planner.dispose();
      later.planner.dispose();
    }),
    { numRuns: 60, examples: [[LATE_ANSWER]] },
  );
}, 120_000);
