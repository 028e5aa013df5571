import type { Action } from '@espalier/core';
import type { Front } from './front.ts';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import { epicActions, selectEpicPage, selectEpicPermissions, selectNewEpic } from '@espalier/core/epic';

/** What a person does on the page of an epic, beside its tree. */

function openPage(client: SimClient, picks: Picks, sim: Stage): boolean {
  const { world } = sim.backend.model;
  const root = client.opening?.root;
  const ofTree = root?.kind === 'epic' ? { groupPath: root.fullPath, iid: root.iid } : null;
  const epic = picks.of([...world.items.values()].filter(({ type }) => type === 'epic'));
  // Mostly the page of the tree that is shown, as in the product.
  if (ofTree !== null && !picks.once(3)) client.pages.openEpic(ofTree);
  else if (epic === undefined) return false;
  else client.pages.openEpic({ groupPath: world.group(epic.groupId).fullPath, iid: String(epic.iid) });
  return true;
}

function newEpic(client: SimClient, picks: Picks, sim: Stage): boolean {
  const group = picks.of([...sim.backend.model.world.groups.values()]);
  if (group === undefined) return false;
  client.do(
    epicActions.newEpicOpened({ groupPath: group.fullPath }),
    epicActions.newEpicTitleChanged({ title: `new epic ${sim.nextTitle()}` }),
    epicActions.newEpicConfidentialChanged({ confidential: picks.once(4) }),
    epicActions.newEpicSubmitted(),
  );
  return true;
}

/** Does something where the page is in a state that offers it. */
const where =
  (offered: (client: Front) => boolean, ...actions: readonly Action[]): Operation<Front>['run'] =>
  (client) => {
    if (!offered(client)) return false;
    client.do(...actions);
    return true;
  };

const stateOf = ({ state }: Front) => state.epic;

export const EPIC_OPERATIONS = {
  openPage: { part: 'epic', weight: 5, run: openPage },
  toggleState: {
    part: 'epic',
    weight: 7,
    run: where(({ state }) => selectEpicPermissions(state).canUpdate, epicActions.epicStateToggled()),
  },
  newEpic: { part: 'epic', weight: 3, run: newEpic },
  newEpicAgain: {
    part: 'epic',
    weight: 4,
    run: where((client) => selectNewEpic(client.state).submittable, epicActions.newEpicSubmitted()),
  },
  newEpicClosed: {
    part: 'epic',
    weight: 1,
    run: where((client) => stateOf(client).newEpic.open, epicActions.newEpicClosed()),
  },
  deletePage: {
    part: 'epic',
    weight: 1,
    run: where(
      ({ state }) => selectEpicPermissions(state).canDestroy,
      epicActions.epicDeletionAsked(),
      epicActions.epicDeletionConfirmed(),
    ),
  },
  deleteAgain: {
    part: 'epic',
    weight: 3,
    run: where(({ state }) => state.epic.deletion.error !== null, epicActions.epicDeletionConfirmed()),
  },
  retryPage: {
    part: 'epic',
    weight: 2,
    run: where((client) => selectEpicPage(client.state).status === 'failed', epicActions.epicPageRetried()),
  },
  closePage: {
    part: 'epic',
    weight: 1,
    run: (client: SimClient) => {
      if (client.pages.epic === null) return false;
      client.pages.closeEpic();
      return true;
    },
  },
} satisfies Readonly<Record<string, Operation>>;
