import type { ItemRow, ModelCall } from './server/index.ts';
import type { Picks } from './picks.ts';
import type { Stage } from './stage.ts';

const DAYS = ['2026-09-15', '2026-11-30', '2027-01-04', null] as const;

/** What was last sent to change an item; it is changed again more often than other fields are. */
function lastOf({ backend }: Stage, id: number): ModelCall['variables'] | undefined {
  const inputs = backend.model.history.map(({ variables }) => variables['input'] as ModelCall['variables'] | undefined);
  return inputs.findLast((input) => input?.['id'] === `gid://gitlab/WorkItem/${id}`);
}

/** The items that somebody has open, each as often as it is. */
export const shownOf = ({ clients, backend: { model } }: Stage): readonly ItemRow[] =>
  clients.flatMap(({ state: { workItem } }) =>
    [...model.world.items.values()].filter(
      ({ id, projectId }) =>
        projectId !== null && [workItem.page, workItem.over].some((open) => open.id === `gid://gitlab/Issue/${id}`),
    ),
  );

/** What others change of an item, mostly of one whose page somebody has open: an input of `workItemUpdate`; null: there was nothing to do it with. */
export function itemFieldInput(sim: Stage, picks: Picks): ModelCall['variables'] | null {
  const { world } = sim.backend.model;
  const rows = [...world.items.values()].filter(({ projectId }) => projectId !== null);
  const row = picks.of(shownOf(sim)) ?? picks.of(rows);
  if (row === undefined) return null;
  const users = [...world.users.values()].filter(({ username }) => username !== 'root');
  const label = picks.of(
    [...world.labels.values()].filter(({ projectId, groupId }) => projectId === null && groupId === null),
  );
  const labelIds = label === undefined ? [] : [`gid://gitlab/GroupLabel/${label.id}`];
  const milestone = picks.of([...world.milestones.values(), null]) ?? null;
  const parents = [...world.items.values()].filter(({ type }) => type === (row.type === 'issue' ? 'epic' : 'issue'));
  const parent = picks.of(parents);
  const changes: readonly object[] = [
    { title: `title ${sim.nextTitle()}` },
    { labelsWidget: { addLabelIds: labelIds } },
    { labelsWidget: { removeLabelIds: labelIds } },
    { assigneesWidget: { assigneeIds: users.filter(() => picks.once(3)).map(({ id }) => `gid://gitlab/User/${id}`) } },
    { milestoneWidget: { milestoneId: milestone === null ? null : `gid://gitlab/Milestone/${milestone.id}` } },
    { confidential: !row.confidential },
  ];
  const parentId = parent === undefined || picks.once(3) ? null : `gid://gitlab/WorkItem/${parent.id}`;
  const ofWork: readonly object[] = [
    { startAndDueDateWidget: { [picks.once(2) ? 'dueDate' : 'startDate']: picks.of(DAYS) ?? null } },
    { weightWidget: { weight: picks.number(9) } },
    { iterationWidget: { iterationId: null } },
    { hierarchyWidget: { parentId } },
  ];
  const healthStatusWidget = { healthStatus: picks.of(['onTrack', 'atRisk', null]) };
  const ofObjectives: readonly object[] = [
    { healthStatusWidget },
    { progressWidget: { progress: 10 * picks.number(11) } },
  ];
  const own =
    row.type === 'objective' ? ofObjectives : row.type === 'issue' ? [...ofWork, { healthStatusWidget }] : ofWork;
  const all = [...changes, ...own];
  const last = picks.once(3) ? undefined : lastOf(sim, row.id);
  const again = all.filter((change) => Object.keys(change).some((name) => last?.[name] !== undefined));
  return { id: `gid://gitlab/WorkItem/${row.id}`, ...picks.of(again.length > 0 ? again : all) };
}
