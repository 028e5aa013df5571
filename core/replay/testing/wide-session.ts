import type { LinkSubject } from '../../link/index.ts';
import type { RecordedSession } from './session.ts';
import { accessActions } from '../../access/index.ts';
import { bulkSaga } from '../../bulk/edit.ts';
import { bulkActions } from '../../bulk/index.ts';
import { checklistActions, checklistSaga } from '../../checklist/index.ts';
import { commandActions, commandSaga } from '../../command/index.ts';
import { editorActions, editorSaga } from '../../editor/index.ts';
import { epicActions } from '../../epic/index.ts';
import { linkActions, linkSaga } from '../../link/index.ts';
import { noteActions, noteSaga } from '../../note/index.ts';
import { createPlanner } from '../../planner.ts';
import { DEFAULT_VIEW, roadmapActions, roadmapConfig, roadmapSaga } from '../../roadmap/index.ts';
import { epicEdits } from '../../epic/actions.ts';
import { sidebarActions, sidebarSaga } from '../../sidebar/index.ts';
import { newIssueActions, newIssueSaga } from '../../new-issue/index.ts';
import { manageActions, manageSaga } from '../../manage/index.ts';
import { templateActions, templateSaga } from '../../template/index.ts';
import { textActions, textSaga } from '../../text/index.ts';
import { epicGid, FakePorts, settle } from '../../testing/index.ts';
import { ModelServer } from '../../../sim/server/index.ts';
import { record } from '../record.ts';

/** A session with the watchers whose code comes later, which does something in each domain: their names stand in the corpus too. */
export async function wideSession(): Promise<Pick<RecordedSession, 'text' | 'log'>> {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const group = world.addGroup({ path: 'acme', name: 'Acme' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: group, level: 50 });
  const dated = { startDate: '2026-10-05', dueDate: '2026-12-11', startIsFixed: true, dueIsFixed: true };
  const labelIds = [world.addLabel('bug')];
  const ids = [1, 2, 3].map((number) => world.addEpic(group, { title: `Epic ${number}`, ...dated, labelIds }).id);
  const [one = 0, two = 0] = ids;
  world.relate('blocks', one, two);
  server.signInAs('ada');
  const recording = record({
    session: 'wide',
    timeZone: 'Europe/Vienna',
    viewer: 'ada',
    hashEvery: 10,
    segmentActions: 40,
  });
  const ports = { ...fake.ports, graphql: server.graphql, rest: server.rest };
  const planner = createPlanner(ports, { middleware: [recording.middleware] });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
    await fake.clock.advance(400);
  };

  await act(accessActions.sessionRequested(), epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
  planner.watch('command', commandSaga);
  planner.watch('bulk', bulkSaga);
  planner.watch('sidebar', sidebarSaga);
  planner.watch('link', linkSaga);
  await act(sidebarActions.sidebarOpened({ width: 1440 }));
  await act(epicEdits.dateChanged({ field: 'due', value: '2026-12-24' }), epicEdits.todoChanged());
  await act(epicEdits.dateChanged({ field: 'start', isFixed: false }), epicEdits.subscriptionChanged());
  await act(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color: '#c91c00' }));
  await act(epicEdits.colorChanged(), sidebarActions.labelPickerOpened());
  await act(sidebarActions.labelsSearched({ search: 'b' }), epicEdits.labelsChanged());
  await act(commandActions.undoAsked(), commandActions.redoAsked(), commandActions.undoAsked());
  await act(bulkActions.modeToggled(), bulkActions.itemToggled({ id: epicGid(one) }));
  const place = { kind: 'group', fullPath: 'acme' } as const;
  await act(bulkActions.searched({ asked: { field: 'labels', place, search: '' } }));
  await act(
    bulkActions.editAsked({ change: { field: 'state', event: 'close' } }),
    bulkActions.searched({ asked: null }),
  );
  await act(commandActions.undoAsked());
  await act(bulkActions.rangeTaken({ from: epicGid(one), ids: [epicGid(one), epicGid(two)] }));
  await act(bulkActions.itemsLeft({ ids: [epicGid(two)] }), bulkActions.cleared());

  const endpoint = '/groups/acme/-/epics/1/related_epic_links';
  const subject: LinkSubject = {
    id: epicGid(one),
    kind: 'epic',
    iid: '1',
    state: 'opened',
    ownerPath: 'acme',
    groupPath: 'acme',
    endpoint,
    webPath: '/groups/acme/-/epics/1',
    canRelate: true,
  };
  await act(linkActions.opened({ subject }), linkActions.formOpened(), linkActions.typeChosen({ linkType: 'blocks' }));
  await act(linkActions.referencesTyped({ text: '&3 ', caret: 3 }), linkActions.submitted());
  const relationPath = `${endpoint}/${[...world.relations.keys()][0] ?? 0}`;
  server.fault({ kind: 'delay', match: 'DELETE', milliseconds: 60_000 });
  await act(linkActions.removed({ subjectId: subject.id, id: epicGid(two), kind: 'epic', relationPath }));
  await act(commandActions.paletteOpened({ rowId: null }), commandActions.paletteTyped({ text: 'epic' }));
  planner.watch('note', noteSaga);
  const itemId = epicGid(one);
  await act(noteActions.opened({ id: itemId, epic: { fullPath: 'acme', iid: '1' } }));
  await act(noteActions.typed({ itemId, target: itemId, body: 'Soon' }), noteActions.commented({ target: itemId }));
  await act(noteActions.sortChosen({ newestFirst: true }), noteActions.closed());
  planner.watch('text', textSaga);
  planner.watch('checklist', checklistSaga);
  planner.watch('editor', editorSaga);
  await act(textActions.opened({ id: itemId, field: 'description' }));
  await act(
    textActions.descriptionTyped({ id: itemId, text: '- [ ] Call them\n' }),
    textActions.saveAsked({ id: itemId }),
  );
  const owner = { groupPath: 'acme', projectPath: null };
  await act(
    editorActions.previewAsked({ id: 'field', text: 'Call them', ...owner }),
    editorActions.previewLeft({ id: 'field' }),
  );
  await fake.clock.advance(3_000);
  await act(checklistActions.toggled({ id: itemId, line: 1, checked: true }));
  planner.watch('template', templateSaga);
  await act(templateActions.opened({ place: { kind: 'group', fullPath: 'acme' } }));
  planner.watch('manage', manageSaga);
  const page = { noun: 'labels', kind: 'group', fullPath: 'acme' } as const;
  const label = { title: 'Urgent', color: '#ff0000', description: 'Today' };
  await act(manageActions.opened({ page }), manageActions.narrowed({ search: 'Urg' }));
  await act(manageActions.formOpened({ was: null, before: { title: '', color: '#6699cc', description: '' } }));
  await act(manageActions.typed({ draft: label }));
  await act(manageActions.submitted({ page, what: 'save', id: null, draft: label }), manageActions.formClosed());
  planner.watch('newIssue', newIssueSaga);
  await act(newIssueActions.opened({ projectPath: 'acme/web/app', filled: {} }));
  await act(newIssueActions.typed({ title: 'Fix the tap', description: 'It drips' }), newIssueActions.submitted());
  await act(newIssueActions.typed({ title: 'And the sink' }), newIssueActions.closed({ left: true }));
  await act(commandActions.paletteClosed(), linkActions.closed(), sidebarActions.sidebarClosed());

  planner.watch('roadmap', roadmapSaga);
  const config = roadmapConfig({}, 'acme', { user: null, features: {}, settings: {} });
  await act(epicActions.epicPageClosed(), roadmapActions.roadmapOpened({ config, view: DEFAULT_VIEW }));
  await act(roadmapActions.datesChanged({ id: epicGid(two), startDate: '2026-10-12', dueDate: '2026-12-18' }));
  await act(roadmapActions.drawerOpened(), roadmapActions.milestonesToggled(), roadmapActions.trayToggled());
  await act(
    roadmapActions.viewChanged({ view: { ...DEFAULT_VIEW, sort: 'end_date_asc' } }),
    commandActions.undoAsked(),
  );
  recording.stop();
  planner.dispose();
  return { log: recording.log, text: recording.text };
}
