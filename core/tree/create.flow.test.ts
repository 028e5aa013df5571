import type { TestPlanner } from '../testing/index.ts';
import { selectNotices, selectTreeForm } from '../index.ts';
import {
  epicChildren,
  epicGid,
  epicNode,
  issueNode,
  PlannerBuilder,
  refusal,
  UNREACHABLE,
  wireError,
} from '../testing/index.ts';
import { treeActions } from './index.ts';

const ROOT = epicGid(1);
const ids = (planner: TestPlanner) =>
  planner.confirmedChildren(ROOT)?.map((id) => id.replace(/^.*\/(.).*\/(\d+)$/, '$1$2'));
const opened = () => new PlannerBuilder().opened(epicChildren(1, { epics: [epicNode(2)], issues: [issueNode(3)] }));

describe('create a child epic', () => {
  const GROUPS = 'GET /api/v4/groups/7/descendant_groups';
  const group = (id: number, name: string) => ({
    id,
    name,
    full_name: `Acme / ${name}`,
    full_path: `acme/${name.toLowerCase()}`,
  });
  const form = (planner: TestPlanner) => {
    const model = selectTreeForm(planner.state);
    if (model?.form !== 'createEpic') throw new Error('No form to create an epic');
    return model;
  };

  async function creating() {
    const planner = await opened();
    await planner.do(treeActions.formOpened({ form: 'createEpic' }));
    return planner;
  }

  test('TR-10.20 the own group comes first and is chosen until another is', async () => {
    const planner = await creating();
    expect(form(planner).groups).toMatchObject({ loading: true, selected: { name: 'Acme', fullPath: 'acme' } });
    await planner.fake.next(GROUPS).answer([group(8, 'Web')]);
    expect(form(planner).groups.options.map(({ name }) => name)).toEqual(['Acme', 'Web']);
    const web = form(planner).groups.options[1] ?? null;
    await planner.do(
      treeActions.groupChosen({ group: web }),
      treeActions.titleTyped({ title: 'Child' }),
      treeActions.formSubmitted(),
    );
    expect(planner.fake.waiting('POST /api/v4/groups/8/epics')).toHaveLength(1);
  });

  test('TR-10.21 the search waits for 500 ms without a key, and the latest wins', async () => {
    const planner = await creating();
    await planner.fake.next(GROUPS).answer([group(8, 'Web')]);
    await planner.do(treeActions.groupsSearched({ search: ' mob' }));
    await planner.fake.clock.advance(499);
    await planner.do(treeActions.groupsSearched({ search: ' mobile ' }));
    await planner.fake.clock.advance(499);
    expect(planner.fake.waiting(GROUPS)).toHaveLength(0);
    await planner.fake.clock.advance(1);
    const first = planner.fake.next(GROUPS);
    expect(first.request?.query).toEqual({ search: 'mobile', per_page: 100 });
    await planner.do(treeActions.groupsSearched({ search: 'acme' }));
    expect(first.cancelled).toBe(true);
    await planner.fake.clock.advance(500);
    await planner.fake.next(GROUPS).answer([]);
    expect(form(planner).groups).toMatchObject({ loading: false, text: null });
    expect(form(planner).groups.options.map(({ name }) => name)).toEqual(['Acme']);
    await planner.do(treeActions.groupsSearched({ search: 'zzz' }));
    await planner.fake.clock.advance(500);
    await planner.fake.next(GROUPS).answer([]);
    expect(form(planner).groups.text).toBe('No matches found');
  });

  test('TR-10.23 a failed search is an alert', async () => {
    const planner = await creating();
    await planner.fake.next(GROUPS).fail(UNREACHABLE);
    expect(planner.alerts).toEqual(['Something went wrong while fetching groups.']);
    expect(form(planner).groups.loading).toBe(false);
  });

  test('TR-10.22 is made under the parent with the trimmed title; the form closes, the tree is read again', async () => {
    const planner = await creating();
    await planner.do(treeActions.titleTyped({ title: '  ' }));
    expect(form(planner).canSubmit).toBe(false);
    await planner.do(treeActions.titleTyped({ title: '  Child ' }), treeActions.formSubmitted());
    const call = planner.fake.next('POST /api/v4/groups/7/epics');
    expect(call.request?.body).toEqual({ parent_id: 1, confidential: false, title: 'Child' });
    expect(call.idempotencyKey).not.toBeUndefined();
    await call.answer({ id: 12, iid: 12, url: '/groups/acme/-/epics/12' });
    expect(selectTreeForm(planner.state)).toBeNull();
    await planner.fake
      .next('epicChildren')
      .answer(epicChildren(1, { epics: [epicNode(12, { relativePosition: -5 }), epicNode(2)] }));
    expect(ids(planner)).toEqual(['E12', 'E2']);
  });

  test('TR-18.3 under a confidential parent the child is confidential', async () => {
    const planner = await new PlannerBuilder().opened(epicChildren(1, {}, { confidential: true }));
    await planner.do(
      treeActions.formOpened({ form: 'createEpic' }),
      treeActions.titleTyped({ title: 'A' }),
      treeActions.formSubmitted(),
    );
    expect(planner.fake.next('POST /api/v4/groups/7/epics').request?.body).toMatchObject({ confidential: true });
  });

  test('TR-10.22 a failure has its alert, and the form stays', async () => {
    const planner = await creating();
    await planner.do(treeActions.titleTyped({ title: 'Child' }), treeActions.formSubmitted());
    await planner.fake.next('POST /api/v4/groups/7/epics').fail(refusal(422, 'Title is too long'));
    expect(selectNotices(planner.state, 'tree')).toMatchObject([
      { text: 'Something went wrong while creating child epics.', detail: 'Title is too long' },
    ]);
    expect(form(planner)).toMatchObject({ busy: false, title: 'Child', canSubmit: true });
  });

  test.each([wireError({ kind: 'malformed' }), refusal(500)])(
    'TR-12.24 a form that is sent again because nothing readable came back carries the same key ($kind, $status)',
    async (error) => {
      const POST = 'POST /api/v4/groups/7/epics';
      const planner = await creating();
      const send = async (title: string): Promise<string | undefined> => {
        await planner.do(treeActions.titleTyped({ title }), treeActions.formSubmitted());
        const call = planner.fake.next(POST);
        await call.fail(error);
        return call.idempotencyKey;
      };
      const first = await send('Child');
      expect(first).not.toBeUndefined();
      expect(await send('Child')).toBe(first);
      const other = await send('Another child');
      expect(other).not.toBe(first);
      await planner.do(treeActions.formSubmitted());
      const last = planner.fake.next(POST);
      expect(last.idempotencyKey).toBe(other);
      await last.fail(refusal(422, 'Title is too long'));
      await planner.do(treeActions.formSubmitted());
      expect(planner.fake.next(POST).idempotencyKey).not.toBe(other);
    },
  );

  test('TR-12.24 another form with the same words is another wish', async () => {
    const planner = await creating();
    const send = async (): Promise<string | undefined> => {
      await planner.do(treeActions.titleTyped({ title: 'Child' }), treeActions.formSubmitted());
      const call = planner.fake.next('POST /api/v4/groups/7/epics');
      await call.fail(wireError({ kind: 'malformed' }));
      return call.idempotencyKey;
    };
    const first = await send();
    await planner.do(treeActions.formClosed(), treeActions.formOpened({ form: 'createEpic' }));
    expect(await send()).not.toBe(first);
  });

  test('TR-19.2 a title that is too long is refused here', async () => {
    const planner = await creating();
    await planner.do(treeActions.titleTyped({ title: 'x'.repeat(256) }), treeActions.formSubmitted());
    expect(form(planner).error).toEqual({ type: 'message', text: 'Title is too long (maximum is 255 characters)' });
    expect(planner.fake.waiting('POST /api/v4/groups/7/epics')).toHaveLength(0);
  });
});

describe('create an issue', () => {
  const PROJECTS = 'GET /api/v4/groups/7/projects';
  const project = (id: number, name: string) => ({
    id,
    name,
    name_with_namespace: `Acme / ${name}`,
    path_with_namespace: `acme/${name.toLowerCase()}`,
  });
  const form = (planner: TestPlanner) => {
    const model = selectTreeForm(planner.state);
    if (model?.form !== 'createIssue') throw new Error('No form to create an issue');
    return model;
  };
  const KEY = 'ada/frequent-projects';
  const frequent = (id: number, frequency: number, lastAccessedOn = 0) => ({
    id,
    name: `P${id}`,
    namespace: 'Acme',
    frequency,
    lastAccessedOn,
  });

  async function creating(stored?: unknown) {
    const builder = new PlannerBuilder();
    if (stored !== undefined)
      builder.fake.stored.set(KEY, typeof stored === 'string' ? stored : JSON.stringify(stored));
    const planner = await builder.opened(epicChildren(1, { issues: [issueNode(3)] }));
    await planner.do(treeActions.formOpened({ form: 'createIssue' }));
    return planner;
  }

  test('TR-11.22 asks for projects as the specification says, and waits for the last key', async () => {
    const planner = await creating();
    const first = planner.fake.next(PROJECTS);
    expect(first.request?.query).toEqual({
      include_subgroups: true,
      order_by: 'last_activity_at',
      with_issues_enabled: true,
      with_shared: false,
      search_namespaces: true,
    });
    await first.answer([project(5, 'App'), project(6, 'Api')]);
    expect(form(planner).projects.options.map(({ name }) => name)).toEqual(['App', 'Api']);
    await planner.do(treeActions.projectsSearched({ search: 'api' }));
    await planner.fake.clock.advance(500);
    expect(planner.fake.next(PROJECTS).request?.query).toMatchObject({ search: 'api' });
    expect(form(planner).projects.loading).toBe(true);
  });

  test('TR-11.23 the default project is chosen from the start, unless one was chosen already', async () => {
    const planner = await creating();
    const other = { id: 'gid://gitlab/Project/6', name: 'Api', nameWithNamespace: 'Acme / Api', fullPath: 'acme/api' };
    await planner.fake.next(PROJECTS).answer([project(5, 'App')]);
    expect(form(planner).projects.selected).toMatchObject({ name: 'App', fullPath: 'acme/app' });
    await planner.do(treeActions.formOpened({ form: 'createIssue' }), treeActions.projectChosen({ project: other }));
    await planner.fake.next(PROJECTS).answer([project(5, 'App')]);
    expect(form(planner).projects.selected).toEqual(other);
  });

  test('TR-11.22 a failed search has its alert', async () => {
    const planner = await creating();
    await planner.fake.next(PROJECTS).fail(UNREACHABLE);
    expect(planner.alerts).toEqual(['Something went wrong while fetching projects.']);
    expect(form(planner).projects.selected).toMatchObject({ id: 'gid://gitlab/Project/5' });
  });

  test('TR-11.25 is made in the chosen project; Enter submits nothing without a title; the project counts as used', async () => {
    const planner = await creating();
    await planner.fake.next(PROJECTS).answer([project(5, 'App')]);
    await planner.do(treeActions.formSubmitted());
    expect(planner.fake.waiting('POST /api/v4/projects/5/issues')).toHaveLength(0);
    await planner.do(treeActions.titleTyped({ title: ' Bug ' }), treeActions.formSubmitted());
    const call = planner.fake.next('POST /api/v4/projects/5/issues');
    expect(call.request?.body).toEqual({ title: 'Bug', epic_id: 1 });
    await call.answer({ id: 9 });
    expect(selectTreeForm(planner.state)).toBeNull();
    expect(JSON.parse(planner.fake.stored.get(KEY) ?? '')).toEqual([
      { id: 5, name: 'App', namespace: 'Acme / App', frequency: 1, lastAccessedOn: planner.fake.clock.now() },
    ]);
    expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
  });

  test('TR-11.25 a failure has its alert', async () => {
    const planner = await creating();
    await planner.fake.next(PROJECTS).answer([project(5, 'App')]);
    await planner.do(treeActions.titleTyped({ title: 'Bug' }), treeActions.formSubmitted());
    await planner.fake.next('POST /api/v4/projects/5/issues').fail(refusal(403));
    expect(planner.alerts).toEqual(['Something went wrong while creating issue.']);
    expect(form(planner)).toMatchObject({ title: 'Bug', busy: false });
  });

  test('TR-11.21 five recently used projects are offered, most used first', async () => {
    const planner = await creating([
      frequent(1, 1),
      frequent(2, 9),
      frequent(3, 3, 5),
      frequent(4, 3, 8),
      frequent(5, 4),
      frequent(6, 2),
    ]);
    const asked = planner.fake.calls.flatMap(({ what }) => (/^GET .api.v4.projects.(\d+)$/.exec(what) ?? []).slice(1));
    expect(asked).toEqual(['2', '5', '4', '3', '6']);
  });

  test('TR-11.24 they are shown as they are called now, beside the whole list only', async () => {
    const planner = await creating([frequent(6, 1)]);
    await planner.fake.next('GET /api/v4/projects/6').answer(project(6, 'Renamed'));
    expect(form(planner).recent.map(({ name }) => name)).toEqual(['Renamed']);
    await planner.do(treeActions.projectsSearched({ search: 'x' }));
    expect(form(planner).recent).toEqual([]);
  });

  test('TR-11.24 failing to find out has its own text', async () => {
    const planner = await creating([frequent(6, 1)]);
    await planner.fake.next('GET /api/v4/projects/6').fail(refusal(500));
    expect(planner.alerts).toEqual(['Something went wrong while fetching details']);
  });

  test('TR-11.26 one that has gone is forgotten without a word; it and one that cannot be read leave the others', async () => {
    const planner = await creating([frequent(6, 3), frequent(7, 2), frequent(8, 1)]);
    await planner.fake.next('GET /api/v4/projects/6').fail(refusal(404));
    await planner.fake.next('GET /api/v4/projects/7').fail(refusal(500));
    await planner.fake.next('GET /api/v4/projects/8').answer(project(8, 'Kept'));
    expect(form(planner).recent.map(({ name }) => name)).toEqual(['Kept']);
    expect(planner.alerts).toEqual(['Something went wrong while fetching details']);
    const kept = JSON.parse(planner.fake.stored.get(KEY) ?? '[]') as { id: number }[];
    expect(kept.map(({ id }) => id)).toEqual([7, 8]);
    await planner.do(treeActions.formOpened({ form: 'createIssue' }));
    expect(planner.fake.waiting('GET /api/v4/projects/6')).toEqual([]);
  });

  test('TR-11.21 at most 20 are kept; the one used longest ago goes', async () => {
    const planner = await creating(Array.from({ length: 20 }, (_, index) => frequent(index + 10, 5, index)));
    await planner.fake.next(PROJECTS).answer([project(5, 'App')]);
    await planner.do(treeActions.titleTyped({ title: 'Bug' }), treeActions.formSubmitted());
    await planner.fake.next('POST /api/v4/projects/5/issues').answer({});
    const kept = JSON.parse(planner.fake.stored.get(KEY) ?? '[]') as { id: number }[];
    expect(kept).toHaveLength(20);
    expect(kept.map(({ id }) => id)).toContain(5);
    expect(kept.map(({ id }) => id)).not.toContain(10);
  });

  test('TR-11.20 without a signed-in user, with an unreadable or an absent storage, there are none', async () => {
    for (const stored of ['{', '{"a":1}', '[{"id":"x"}]']) {
      const planner = await creating(stored);
      expect(planner.fake.calls.filter(({ what }) => what.startsWith('GET /api/v4/projects/'))).toEqual([]);
    }
    const builder = new PlannerBuilder().config({ username: null });
    builder.fake.stored.set(KEY, JSON.stringify([frequent(6, 1)]));
    const planner = await builder.opened(epicChildren(1, {}));
    await planner.do(treeActions.formOpened({ form: 'createIssue' }));
    expect(planner.fake.waiting('GET /api/v4/projects/6')).toEqual([]);
    const broken = new PlannerBuilder();
    broken.fake.storageBroken = true;
    const other = await broken.opened(epicChildren(1, {}));
    await other.do(treeActions.formOpened({ form: 'createIssue' }));
    expect(selectTreeForm(other.state)?.form).toBe('createIssue');
    expect(other.alerts).toEqual([]);
  });
});

test('TR-09.30 the answer to a form of a former tree neither closes the form of this one nor gives it its error', async () => {
  const planner = await opened();
  const submit = [
    treeActions.formOpened({ form: 'createEpic' }),
    treeActions.titleTyped({ title: 'Child' }),
    treeActions.formSubmitted(),
  ];
  await planner.do(...submit);
  const first = planner.fake.next('POST /api/v4/groups/7/epics');
  await planner.do(treeActions.closed());
  const root = { kind: 'epic', fullPath: 'acme', iid: '4', id: epicGid(4), groupName: 'Acme' } as const;
  await planner.do(treeActions.opened({ root, config: { epicsEndpoint: '/groups/acme/-/epics/4/links' } }));
  await planner.fake.next('epicChildren').answer(epicChildren(4, {}));
  await planner.do(treeActions.formOpened({ form: 'createEpic' }), treeActions.titleTyped({ title: 'Half of a ti' }));
  await first.answer({ id: 12, iid: 12, url: '/groups/acme/-/epics/12' });
  expect(selectTreeForm(planner.state)).toMatchObject({ form: 'createEpic', title: 'Half of a ti', busy: false });
});
