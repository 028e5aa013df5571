import type { RoadmapView } from '../roadmap/index.ts';
import type { ActionLog } from './types.ts';
import { createPlanner } from '../planner.ts';
import {
  DEFAULT_VIEW,
  PRESET_LABELS,
  RANGES,
  roadmapActions,
  roadmapConfig,
  roadmapSaga,
  ROADMAP_SORTS,
  selectRoadmapFrame,
  selectRoadmapHeader,
  selectRoadmapMilestones,
  selectRoadmapRows,
  selectRoadmapTray,
  STATE_CHOICES,
  withRange,
} from '../roadmap/index.ts';
import { entries } from '../table/index.ts';
import { epicGid, FakePorts, settle } from '../testing/index.ts';
import { ModelServer, type World } from '../../sim/server/index.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { isTable } from './parts.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

const SECRETS = ['Kaleidoscope', 'umbrella', 'zeppelin', 'marmalade'] as const;
const [TITLE, LABEL, SEARCH, NAME] = SECRETS;

function seed(world: World): void {
  const group = world.addGroup({ path: NAME, name: `The ${NAME}` });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: group, level: 50 });
  const labelIds = [world.addLabel(LABEL)];
  const milestoneId = world.addMilestone(`${TITLE} one`, '2026-11-02', '2026-12-01', group);
  const dated = { startDate: '2026-10-05', dueDate: '2026-12-11', startIsFixed: true, dueIsFixed: true };
  const parent = world.addEpic(group, { title: `${TITLE} parent`, ...dated, labelIds });
  const child = world.addEpic(group, { title: `${TITLE} child`, ...dated, milestoneId });
  world.addEpic(group, { title: `${TITLE} secret`, ...dated, confidential: true });
  world.addEpic(group, { title: `${TITLE} undated` });
  const link = {
    id: world.nextId('links'),
    parentId: parent.id,
    childId: child.id,
    position: 0,
    createdAt: world.now(),
  };
  world.links.set(child.id, link);
}

/** A roadmap with every choice of its settings, filters of every kind that the product names, and changes of dates. */
async function roadmapSession(): Promise<ActionLog> {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock, seed });
  server.signInAs('ada');
  const recording = record({ hashEvery: 5, segmentActions: 20 });
  const planner = createPlanner(
    { ...fake.ports, graphql: server.graphql, rest: server.rest },
    { middleware: [recording.middleware] },
  );
  planner.watch('roadmap', roadmapSaga);
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
    await fake.clock.advance(400);
  };
  const config = roadmapConfig({}, NAME, { user: null, features: { epicColorHighlight: true }, settings: {} });
  await act(roadmapActions.roadmapOpened({ config, view: withRange(DEFAULT_VIEW, 'THREE_YEARS') }));
  const parent = epicGid([...server.world.items.keys()][0] ?? 0);
  await act(roadmapActions.epicToggled({ id: parent }));
  await act(roadmapActions.datesChanged({ id: parent, startDate: '2026-10-12', dueDate: '2026-12-18' }));
  server.fault({
    kind: 'refuse',
    match: 'updateEpic',
    error: { name: 'WireError', kind: 'http', status: 422, messages: [`No ${SEARCH}`] },
  });
  await act(roadmapActions.datesChanged({ id: parent, dueDate: null }));
  for (const view of views()) await act(roadmapActions.viewChanged({ view }));
  for (const key of ['author', 'label', 'milestone', 'epic'] as const)
    await act(roadmapActions.suggestionsAsked({ key, search: 'a' }));
  await act(roadmapActions.drawerOpened(), roadmapActions.trayToggled(), roadmapActions.milestonesToggled());
  recording.stop();
  planner.dispose();
  return recording.log();
}

function* views(): Generator<RoadmapView> {
  for (const range of RANGES) yield withRange(DEFAULT_VIEW, range);
  const view = withRange(DEFAULT_VIEW, 'THREE_YEARS');
  for (const preset of Object.keys(PRESET_LABELS)) yield { ...view, preset: preset as RoadmapView['preset'] };
  for (const { value: sort } of ROADMAP_SORTS) yield { ...view, sort };
  for (const { value: state } of STATE_CHOICES) yield { ...view, state };
  yield { ...view, progressBy: 'COUNT', showProgress: false, showMilestones: false, milestonesType: 'SUBGROUP' };
  yield {
    ...view,
    filters: {
      tokens: [
        { key: 'label', operator: '!=', value: LABEL },
        { key: 'confidential', operator: '=', value: 'true' },
        { key: 'in', operator: '=', value: 'TITLE' },
        { key: 'author', operator: '=', value: 'ada' },
      ],
      search: SEARCH,
    },
  };
  yield view;
}

const isIdentity = (text: string): boolean => /^gid:\/\/|^id-\d+$|^\d{4}-\d\d-\d\d|^#[0-9a-f]{6}$/.test(text);

/** Plain data with every text replaced by its length, ids and days apart; tables as what is in them. */
function shape(value: unknown): unknown {
  if (typeof value === 'string') return isIdentity(value) ? value : value.length;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shape);
  if (!isTable(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]));
  // What a table is keyed by may be somebody's as well: a path.
  const parts = [...entries(value as Parameters<typeof entries>[0])];
  return Object.fromEntries(parts.map(([key, part]) => [shape(key), shape(part)]));
}

/** What a person saw at every moment: the settings word by word, everything that is somebody's by its length. */
const momentsOf = (log: ActionLog): readonly object[] =>
  [...walkLog(log)].map(([state]) => {
    const root = state;
    const { filters: _, ...settings } = root.roadmap?.view ?? { filters: null };
    const { rows } = selectRoadmapRows(root);
    const around = [selectRoadmapFrame(root), selectRoadmapTray(root), selectRoadmapMilestones(root)];
    return {
      settings,
      header: selectRoadmapHeader(root),
      rows: shape(rows),
      around: shape(around),
      state: shape(state),
    };
  });

test('RP-03.220 a redacted session of a roadmap replays to the same structure, its settings word by word', async () => {
  const log = await roadmapSession();
  const text = printLog(log);
  for (const secret of SECRETS) expect(text).toContain(secret);
  const redacted = parseLog(printLog(redact(log)));
  const [before, after] = [momentsOf(log), momentsOf(redacted)];
  // One by one: a list of all of them would be too long to read.
  for (const [index, moment] of before.entries()) expect(after[index]).toEqual(moment);
  expect(after).toHaveLength(before.length);
  expect(before.filter((moment) => 'rows' in moment && (moment.rows as unknown[]).length > 1).length).toBeGreaterThan(
    9,
  );
  expect(checkLog(redacted)).toEqual(checkLog(log));
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(redacted).mismatch).toBeNull();
  const shared = printLog(redacted).toLowerCase();
  for (const secret of SECRETS) expect(shared).not.toContain(secret.toLowerCase());
});
