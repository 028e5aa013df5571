import type { SidebarPart, SidebarRoot } from '@espalier/core/sidebar';
import type { Front } from './front.ts';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import { commandActions } from '@espalier/core/command';
import { epicEdits } from '@espalier/core/epic';
import {
  partState,
  selectColor,
  selectConfidentiality,
  selectLabelPicker,
  selectSidebarDates,
  selectSidebarLabels,
  selectSubscription,
  selectTodo,
  sidebarActions,
} from '@espalier/core/sidebar';
import { EPIC_OPERATIONS } from './operations-epic.ts';

/** What a person does in the sidebar of an epic's page, and takes back. */

const DAYS = ['2026-09-01', '2026-10-12', '2026-11-30', '2027-01-04', '', '2026-02-30'] as const;
const COLORS = ['#1068bf', '#c91c00', '#217645', '#ABC', 'mauve', ''] as const;
const TITLES = ['bug', 'size::tiny', 'size::medium', 'later', 'sooner', ' ', 'a,b'] as const;
const FIELDS = ['start', 'due'] as const;
const PARTS = ['epic', 'ancestors', 'participants', 'color', 'labels'] as const;

const rootOf = ({ state }: Front): SidebarRoot => state;
/** The sidebar has an epic to show. */
const shows = (client: Front): boolean => client.pages.sidebar && client.state.sidebar.id !== null;

/** Opens the sidebar, on the page that is there or on another one. */
function open(client: SimClient, picks: Picks, sim: Stage): boolean {
  if (client.pages.epic === null || picks.once(3)) EPIC_OPERATIONS.openPage.run(client, picks, sim);
  client.pages.openSidebar();
  return true;
}

/** Does something where the sidebar offers it; a stale screen may ask for what is offered no more. */
const where =
  (offered: (client: Front) => unknown, run: (client: Front, picks: Picks) => void): Operation<Front>['run'] =>
  (client, picks) => {
    if (!shows(client) || (!offered(client) && !picks.once(8))) return false;
    run(client, picks);
    return true;
  };

const canUpdate = (client: Front): boolean => selectSidebarDates(rootOf(client))?.start.canUpdate === true;

function enterDate(client: Front, picks: Picks): void {
  const field = picks.of(FIELDS) ?? 'start';
  client.do(epicEdits.dateChanged({ field, value: picks.of(DAYS) ?? '' }));
  // A second thought follows before the first one is answered.
  if (picks.once(4)) client.do(epicEdits.dateChanged({ field, value: picks.of(DAYS) ?? '' }));
}

function chooseKind(client: Front, picks: Picks): void {
  const field = picks.of(FIELDS) ?? 'due';
  client.do(epicEdits.dateChanged({ field, isFixed: picks.once(2) }));
  if (picks.once(4)) client.do(epicEdits.dateChanged({ field, value: picks.of(DAYS) ?? '' }));
}

function paint(client: Front, picks: Picks): void {
  client.do(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color: picks.of(COLORS) ?? '' }));
  client.do(picks.once(8) ? sidebarActions.colorEditorClosed() : epicEdits.colorChanged());
}

const picker = (client: Front) => selectLabelPicker(rootOf(client));

/** Ticks or unticks one or two labels of those that are offered, and mostly saves. */
function pickLabels(client: Front, picks: Picks): boolean {
  const { open: isOpen, options } = picker(client);
  if (!shows(client)) return false;
  if (!isOpen) {
    client.do(sidebarActions.labelPickerOpened());
    return true;
  }
  for (let count = 1 + picks.number(2); count > 0; count -= 1) {
    const option = picks.of(options);
    if (option === undefined) break;
    const { ticked, ...label } = option;
    client.do(sidebarActions.labelTicked({ label, ticked: !ticked }));
  }
  if (!picks.once(4)) client.do(picks.once(9) ? sidebarActions.labelPickerClosed() : epicEdits.labelsChanged());
  return true;
}

function newLabel(client: Front, picks: Picks): boolean {
  if (!shows(client)) return false;
  const { open: isOpen, newLabel: form } = picker(client);
  if (!isOpen) client.do(sidebarActions.labelPickerOpened());
  if (form === null) {
    client.do(sidebarActions.newLabelOpened());
    client.do(sidebarActions.newLabelTitleChanged({ title: picks.of(TITLES) ?? '' }));
  }
  client.do(sidebarActions.newLabelSubmitted());
  return true;
}

/** Reads again what could not be read. */
export function retryParts(client: Front): boolean {
  const failed = failedParts(client);
  for (const part of failed) client.do(sidebarActions.partRetried({ part }));
  return failed.length > 0;
}

function failedParts(client: Front): readonly SidebarPart[] {
  if (!shows(client)) return [];
  return PARTS.filter((part) => partState(rootOf(client), part).error !== null);
}

/** Takes back what was done last, or makes it once more; also what was done beside the sidebar. */
export const takeBack: Operation['run'] = (client, picks) => {
  const { sidebar, links, item } = client.pages;
  if (!sidebar && links === null && item === null) return false;
  client.do(picks.once(3) ? commandActions.redoAsked() : commandActions.undoAsked());
  return true;
};

export const SIDEBAR_OPERATIONS = {
  openSidebar: { part: 'sidebar', weight: 9, run: open },
  toggleTodo: {
    part: 'sidebar',
    weight: 8,
    run: where(
      (client) => selectTodo(rootOf(client)),
      (client, picks) => {
        client.do(epicEdits.todoChanged());
        if (picks.once(3)) client.do(epicEdits.todoChanged());
      },
    ),
  },
  toggleSubscription: {
    part: 'sidebar',
    weight: 6,
    run: where(
      (client) => selectSubscription(rootOf(client)),
      (client, picks) => {
        client.do(epicEdits.subscriptionChanged());
        if (picks.once(3)) client.do(epicEdits.subscriptionChanged());
      },
    ),
  },
  toggleConfidentiality: {
    part: 'sidebar',
    weight: 4,
    run: where(
      (client) => selectConfidentiality(rootOf(client))?.canUpdate,
      (client) => client.do(epicEdits.confidentialityChanged()),
    ),
  },
  enterDate: { part: 'sidebar', weight: 12, run: where(canUpdate, enterDate) },
  chooseKind: { part: 'sidebar', weight: 9, run: where(canUpdate, chooseKind) },
  paint: { part: 'sidebar', weight: 6, run: where((client) => selectColor(rootOf(client))?.canUpdate, paint) },
  pickLabels: { part: 'sidebar', weight: 12, run: pickLabels },
  newLabel: { part: 'sidebar', weight: 5, run: newLabel },
  removeLabel: {
    part: 'sidebar',
    weight: 4,
    run: where(canUpdate, (client, picks) => {
      const label = picks.of(selectSidebarLabels(rootOf(client)).labels);
      if (label !== undefined) client.do(epicEdits.labelsChanged({ add: [], remove: [label.id] }));
    }),
  },
  takeBack: { part: 'sidebar', weight: 9, run: takeBack },
  retrySidebar: { part: 'sidebar', weight: 3, run: retryParts },
  closeSidebar: {
    part: 'sidebar',
    weight: 1,
    run: (client: SimClient) => {
      if (!client.pages.sidebar) return false;
      client.pages.closeSidebar();
      return true;
    },
  },
} satisfies Readonly<Record<string, Operation>>;
