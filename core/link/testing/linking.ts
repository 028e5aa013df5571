import type { Fault } from '../../../sim/server/index.ts';
import type { LinkType } from '../rules.ts';
import type { LinkSubject } from '../types.ts';
import { commandSaga } from '../../command/index.ts';
import { selectToasts } from '../../notice/index.ts';
import { createPlanner, selectVisible } from '../../planner.ts';
import { settle } from '../../testing/clock.ts';
import { ModelServer } from '../../../sim/server/index.ts';
import { FakePorts, refusal } from '../../testing/ports.ts';
import { epicGid, issueGid } from '../../testing/wire.ts';
import { entries } from '../../table/index.ts';
import { treeActions } from '../../tree/index.ts';
import { linkActions } from '../actions.ts';
import { linkSaga } from '../index.ts';
import { selectBlockers, selectClosing, selectLinkForm, selectLinkSection } from '../select.ts';

/** A planner with this domain before the model server: group `acme` with epics 1 to 6, project `acme/app` with issues 1 to 4. Time: 2026-11-21. */
export function linking() {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const groupId = world.addGroup({ path: 'acme', name: 'Acme' });
  const projectId = world.addProject({ groupId, path: 'app', name: 'App' });
  world.addMember({ userId: world.addUser({ username: 'gus' }), groupId, level: 10 });
  const epics = Array.from({ length: 6 }, (_, index) => world.addEpic(groupId, { title: `Epic ${index + 1}` }));
  const issues = Array.from({ length: 4 }, (_, index) => world.addItem(projectId, { title: `Issue ${index + 1}` }));
  server.signInAs('gus');
  const { store, watch, dispose } = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  watch('link', linkSaga);
  watch('command', commandSaga);
  const state = () => store.getState();
  const act = async (...actions: { type: string }[]): Promise<void> => {
    for (const action of actions) store.dispatch(action);
    await settle();
  };
  const row = (title: string) =>
    selectLinkSection(state())
      ?.groups.flatMap(({ rows }) => rows)
      .find((each) => each.title === title);
  const shown = () =>
    (selectLinkSection(state())?.groups ?? []).map(
      ({ heading, rows }) => [heading, rows.map(({ title }) => title)] as const,
    );
  return {
    fake,
    server,
    world,
    groupId,
    projectId,
    epics,
    issues,
    state,
    act,
    dispose,
    shown,
    fault: (fault: Fault) => server.fault(fault),
    section: () => selectLinkSection(state()),
    form: () => selectLinkForm(state()),
    closing: () => selectClosing(state()),
    blockers: (kind: 'epic' | 'issue', id: string, count: number) => selectBlockers(state(), kind, id, count),
    alerts: () => state().notice.map(({ text, detail }) => [text, detail]),
    toasts: () => selectToasts(state()).map(({ text }) => text),
    /** What can be undone, and what redone. */
    edits: () => {
      const { done, undone } = state().command.history;
      return [done.map(({ name }) => name), undone.map(({ name }) => name)] as const;
    },
    row,
    remove: (title: string) => {
      const removal = row(title)?.removal;
      if (removal == null) throw new Error(`no link to ${title} can be removed`);
      return linkActions.removed(removal);
    },
    /** Adds what is typed by the form. */
    add: (text: string, linkType?: LinkType) =>
      act(
        linkActions.formOpened(),
        ...(linkType === undefined ? [] : [linkActions.typeChosen({ linkType })]),
        typed(text),
        linkActions.submitted(),
      ),
    subscribe: (listener: () => void) => store.subscribe(listener),
    calls: (what: string) => server.calls.filter((call) => call.what.startsWith(what)),
  };
}

export type Linking = ReturnType<typeof linking>;

/** With the section of epic 1 open. */
export async function opened(prepare: (app: Linking) => void = () => undefined): Promise<Linking> {
  const app = linking();
  prepare(app);
  await app.act(linkActions.opened({ subject: epicSubject(app) }));
  return app;
}

/** Links epics by their numbers. */
export const linked =
  (...links: readonly (readonly [type: 'blocks' | 'relates_to', source: number, target: number])[]) =>
  ({ world, epics }: Linking): void => {
    for (const [type, source, target] of links) world.relate(type, epics[source - 1]!.id, epics[target - 1]!.id);
  };

export const three = linked(['blocks', 1, 2], ['blocks', 1, 3], ['blocks', 1, 4]);

/** Puts epic 2 below a new epic. */
export const withParent = ({ world, epics, groupId }: Linking): void => {
  const [parentId, childId] = [world.addEpic(groupId).id, epics[1]!.id];
  world.links.set(childId, { id: 9, parentId, childId, position: 0, createdAt: '' });
};

export const typed = (text: string) => linkActions.referencesTyped({ text, caret: text.length });

export const refuse = (match: string, status: number, ...messages: string[]) =>
  ({ kind: 'refuse', match, error: refusal(status, ...messages) }) as const;

/** An item of the world as its page hands it over. */
function subjectOf(kind: LinkSubject['kind'], iid: number, id: string): LinkSubject {
  const isEpic = kind === 'epic';
  const webPath = isEpic ? `/groups/acme/-/epics/${iid}` : `/acme/app/-/issues/${iid}`;
  return {
    id,
    kind,
    iid: String(iid),
    state: 'opened',
    ownerPath: isEpic ? 'acme' : 'acme/app',
    groupPath: 'acme',
    endpoint: `${webPath}/${isEpic ? 'related_epic_links' : 'links'}`,
    webPath,
    canRelate: true,
  };
}

export const epicSubject = ({ epics }: Linking, iid = 1, change: Partial<LinkSubject> = {}): LinkSubject => ({
  ...subjectOf('epic', iid, epicGid(epics[iid - 1]!.id)),
  ...change,
});

export const issueSubject = ({ issues }: Linking): LinkSubject => subjectOf('issue', 1, issueGid(issues[0]!.id));

export const ENDPOINT = '/groups/acme/-/epics/1/related_epic_links';

/** Opens the tree of the newest epic; `blocked` tells what its rows say of their blockers. */
export async function tree(
  app: Linking,
): Promise<{ readonly iid: string; readonly blocked: () => [string, number][] }> {
  const parent = [...app.world.items.values()].filter(({ type }) => type === 'epic').at(-1)!;
  const [id, iid, { title }] = [epicGid(parent.id), String(parent.iid), parent];
  const root = { kind: 'epic', id, iid, fullPath: 'acme', title, groupName: 'Acme' } as const;
  await app.act(treeActions.opened({ root, config: { userSignedIn: true } }));
  return {
    iid,
    blocked: () =>
      [...entries(selectVisible(app.state()).items)]
        .filter(([each]) => each !== id)
        .map(([, item]) => [item.title, item.blockedByCount ?? 0]),
  };
}
