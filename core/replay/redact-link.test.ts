import type { ActionLog } from './types.ts';
import { createPlanner } from '../planner.ts';
import {
  linkActions,
  linkSaga,
  LINK_TYPES,
  selectClosing,
  selectLinkForm,
  selectLinkSection,
  type LinkSubject,
} from '../link/index.ts';
import { epicGid, FakePorts, settle } from '../testing/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { madeIn } from '../store/action.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

const SECRETS = ['Kaleidoscope', 'umbrella', 'zeppelin', 'marmalade'] as const;
const [TITLE, WORD, REQUEST, GROUP] = SECRETS;

/** Links of every type, merge requests of every state, a removal that is refused, an addition, blockers and a question. */
async function session(): Promise<ActionLog> {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const group = world.addGroup({ path: GROUP });
  const project = world.addProject({ groupId: group, path: 'app' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: group, level: 50 });
  const epics = [1, 2, 3, 4, 5].map((number) => world.addEpic(group, { title: `${TITLE} ${number}` }).id);
  const [one, two, three, four] = epics as [number, number, number, number];
  world.relate('blocks', one, two);
  world.relate('blocks', three, one);
  world.relate('relates_to', one, four);
  for (const state of ['opened', 'closed', 'merged'] as const) {
    world.addMergeRequest(project, { title: `${REQUEST} ${state}`, state, pipeline: 'running', itemIds: [one] });
  }
  server.signInAs('ada');
  const recording = record({ hashEvery: 5, segmentActions: 20 });
  const ports = { ...fake.ports, graphql: server.graphql, rest: server.rest };
  const planner = createPlanner(ports, { middleware: [recording.middleware] });
  planner.watch('link', linkSaga);
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
    await fake.clock.advance(400);
  };
  const endpoint = `/groups/${GROUP}/-/epics/1/related_epic_links`;
  const subject: LinkSubject = {
    id: epicGid(one),
    kind: 'epic',
    iid: '1',
    state: 'opened',
    ownerPath: GROUP,
    groupPath: GROUP,
    endpoint,
    webPath: `/groups/${GROUP}/-/epics/1`,
    canRelate: true,
  };
  await act(linkActions.opened({ subject }), linkActions.formOpened());
  for (const linkType of LINK_TYPES) await act(linkActions.typeChosen({ linkType }));
  const text = `${GROUP}&5 ${WORD} `;
  await act(linkActions.referencesTyped({ text, caret: text.length }), linkActions.submitted());
  const error = { name: 'WireError', kind: 'http', status: 404, messages: [`No ${WORD}`] } as const;
  server.fault({ kind: 'refuse', match: 'DELETE', error });
  const relationPath = `${endpoint}/${[...world.relations.keys()][0] ?? 0}`;
  await act(linkActions.removed({ subjectId: subject.id, id: epicGid(two), kind: 'epic', relationPath }));
  const child: LinkSubject = {
    ...subject,
    id: epicGid(four),
    iid: '4',
    endpoint: `/groups/${GROUP}/-/epics/4/related_epic_links`,
    webPath: `/groups/${GROUP}/-/epics/4`,
  };
  const over = [linkActions.opened({ subject: child }), linkActions.formOpened()];
  await act(...over.map((action) => madeIn<unknown>(action, 'over')));
  const asked = { id: subject.id, kind: 'epic', iid: '1', groupPath: GROUP } as const;
  await act(linkActions.blockersAsked({ ...asked, count: 1 }), linkActions.closingAsked(asked));
  recording.stop();
  planner.dispose();
  return recording.log();
}

/** What a person saw at every moment, without whatever is somebody's. */
const momentsOf = (log: ActionLog): readonly object[] =>
  [...walkLog(log)].map(([state]) => {
    const root = state;
    const section = selectLinkSection(root);
    const form = selectLinkForm(root);
    const over = selectLinkSection(root, 'over');
    return {
      groups: section?.groups.map(({ type, rows }) => [
        type,
        rows.map(({ id, look, facts }) => [id, look, facts.updated]),
      ]),
      requests: section?.mergeRequests.map(({ look, facts, pipeline }) => [look, facts.updated, pipeline]),
      over: over?.groups.map(({ type, rows }) => [type, rows.length]),
      overForm: selectLinkForm(root, 'over')?.linkType,
      form: form && [form.linkType, form.references.length, form.busy, form.error?.type],
      closing: selectClosing(root)?.status,
      notices: (state as { readonly notice: readonly { readonly text: string; readonly scope: string }[] }).notice.map(
        ({ text, scope }) => [text, scope],
      ),
    };
  });

test('RP-03.220 RP-03.221 a redacted session of linked items replays to the same lists, types, states and texts of the product', async () => {
  const log = await session();
  const text = printLog(log);
  for (const secret of SECRETS) expect(text).toContain(secret);
  const redacted = parseLog(printLog(redact(log)));
  const [before, after] = [momentsOf(log), momentsOf(redacted)];
  for (const [index, moment] of before.entries()) expect(after[index]).toEqual(moment);
  expect(after).toHaveLength(before.length);
  expect(JSON.stringify(before.at(-1))).toContain('We could not determine the path to remove the epic');
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(redacted).mismatch).toBeNull();
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
});
