import type { WorkItemState, WorkItemType } from '../../work-item/types.ts';
import { ALLOWED_CHILDREN, canHaveChildren, TYPE_WIDGETS } from '../../work-item/rules.ts';
import * as read from './intents.ts';

/** Which right a command takes (server/work-item/update.ts asks for the same ones): to write the text and the state, the rest of the fields, to relate; `own`: to be signed in. */
export type ActionRight = 'update' | 'metadata' | 'relate' | 'own';

export type ActionRights = Readonly<Record<ActionRight, boolean>>;

/** What the offer depends on. What is not known does not hide an action. */
export interface ActionFacts {
  readonly type: WorkItemType;
  readonly state: WorkItemState;
  readonly confidential?: boolean | undefined;
  readonly locked?: boolean | undefined;
  /** The Zoom meeting about it. */
  readonly zoomLink?: string | null | undefined;
}

export interface OfferedAction {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What to write behind it; empty: nothing. */
  readonly params: string;
  readonly description: string;
}

export interface QuickAction extends OfferedAction {
  readonly right: ActionRight;
  /** For items of this type? */
  readonly fits: (type: WorkItemType) => boolean;
  /** Is there anything to do? */
  readonly applies?: (facts: ActionFacts) => boolean;
  readonly reads: read.Reader;
}

const anything = (): boolean => true;
const epics = (type: WorkItemType): boolean => type === 'epic';
const items = (type: WorkItemType): boolean => type !== 'epic';
const having =
  (widget: string) =>
  (type: WorkItemType): boolean =>
    items(type) && TYPE_WIDGETS[type].includes(widget);
const hasParents = (child: WorkItemType): boolean =>
  items(child) && Object.values(ALLOWED_CHILDREN).some((allowed) => allowed.some(({ type }) => type === child));

const LABELS = '~label1 ~"label 2"';
const PEOPLE = '@user1 @user2';
const EPIC = '<&epic | group&epic | Epic URL>';
const ITEMS = '<#item | group/project#item | item URL>';

type Row = readonly [
  names: string,
  params: string,
  description: string,
  right: ActionRight,
  fits: QuickAction['fits'],
  reads: read.Reader,
  applies?: QuickAction['applies'],
];

/** Name and aliases, what to write behind it, what it does, the right that it takes, the types that have it, how its argument is read, when there is something to do. */
const TABLE: readonly Row[] = [
  [
    'close',
    '',
    'Close this item',
    'update',
    anything,
    read.always({ kind: 'state', event: 'close' }),
    ({ state }) => state === 'opened',
  ],
  [
    'reopen',
    '',
    'Reopen this item',
    'update',
    anything,
    read.always({ kind: 'state', event: 'reopen' }),
    ({ state }) => state === 'closed',
  ],
  ['title', '<New title>', 'Change title', 'update', anything, read.title],
  ['assign', PEOPLE, 'Assign', 'metadata', items, read.assignees('add')],
  ['unassign', PEOPLE, 'Remove all or specific assignees', 'metadata', items, read.assignees('remove')],
  ['reassign', PEOPLE, 'Change assignees', 'metadata', items, read.assignees('replace')],
  ['label labels', LABELS, 'Add labels', 'metadata', anything, read.labels('add')],
  ['unlabel remove_label', LABELS, 'Remove all or specific labels', 'metadata', anything, read.labels('remove')],
  ['relabel', LABELS, 'Replace all labels', 'metadata', anything, read.labels('replace')],
  ['milestone', '%"milestone"', 'Set milestone', 'metadata', items, read.milestone],
  ['remove_milestone', '', 'Remove milestone', 'metadata', items, read.always({ kind: 'milestone', title: null })],
  ['iteration', '*iteration:"iteration name"', 'Set iteration', 'metadata', having('ITERATION'), read.iteration],
  [
    'remove_iteration',
    '',
    'Remove iteration',
    'metadata',
    having('ITERATION'),
    read.always({ kind: 'iteration', title: null }),
  ],
  ['due', '<in 2 days | this Friday | December 31st>', 'Set due date', 'metadata', items, read.due],
  ['remove_due_date', '', 'Remove due date', 'metadata', items, read.always({ kind: 'dueDate', day: null })],
  ['weight', '0, 1, 2, …', 'Set weight', 'metadata', having('WEIGHT'), read.weight],
  ['clear_weight', '', 'Clear weight', 'metadata', having('WEIGHT'), read.always({ kind: 'weight', weight: null })],
  [
    'health_status',
    '<on_track|needs_attention|at_risk>',
    'Set health status',
    'metadata',
    having('HEALTH_STATUS'),
    read.health,
  ],
  [
    'clear_health_status',
    '',
    'Clear health status',
    'metadata',
    having('HEALTH_STATUS'),
    read.always({ kind: 'health', health: null }),
  ],
  ['estimate estimate_time', '<1w 3d 2h 14m>', 'Set time estimate', 'metadata', items, read.estimate],
  [
    'remove_estimate remove_time_estimate',
    '',
    'Remove time estimate',
    'metadata',
    items,
    read.always({ kind: 'estimate', seconds: 0 }),
  ],
  [
    'spend spent spend_time',
    'time(1h30m | -1h30m) <date(YYYY-MM-DD)>',
    'Add or subtract spent time',
    'metadata',
    items,
    read.spend,
  ],
  ['remove_time_spent', '', 'Remove spent time', 'metadata', items, read.always({ kind: 'resetSpent' })],
  [
    'zoom',
    '<Zoom URL>',
    'Add Zoom meeting',
    'metadata',
    items,
    read.zoom,
    ({ zoomLink }) => (zoomLink ?? null) === null,
  ],
  [
    'remove_zoom',
    '',
    'Remove Zoom meeting',
    'metadata',
    items,
    read.always({ kind: 'zoom', link: null }),
    ({ zoomLink }) => zoomLink !== null,
  ],
  [
    'confidential',
    '',
    'Make confidential',
    'metadata',
    anything,
    read.always({ kind: 'confidential' }),
    ({ confidential }) => confidential !== true,
  ],
  [
    'lock',
    '',
    'Lock the discussion',
    'metadata',
    items,
    read.always({ kind: 'lock', locked: true }),
    ({ locked }) => locked !== true,
  ],
  [
    'unlock',
    '',
    'Unlock the discussion',
    'metadata',
    items,
    read.always({ kind: 'lock', locked: false }),
    ({ locked }) => locked !== false,
  ],
  ['todo', '', 'Add a to-do item', 'own', anything, read.always({ kind: 'todo', done: false })],
  ['done', '', 'Mark to-do item as done', 'own', anything, read.always({ kind: 'todo', done: true })],
  ['subscribe', '', 'Subscribe', 'own', anything, read.always({ kind: 'subscription', subscribed: true })],
  ['unsubscribe', '', 'Unsubscribe', 'own', anything, read.always({ kind: 'subscription', subscribed: false })],
  ['award react', ':emoji:', 'Toggle emoji award', 'own', anything, read.award],
  ['type', 'Task | Objective | Key Result | Issue', 'Change item type', 'metadata', items, read.type('convert')],
  ['promote_to', 'Issue | Incident | Objective', 'Promote item', 'metadata', promotes, read.type('promote')],
  [
    'promote_to_incident',
    '',
    'Promote issue to incident',
    'metadata',
    (type) => type === 'issue',
    read.always({ kind: 'type', type: 'incident' }),
  ],
  ['epic', EPIC, 'Add to epic', 'relate', (type) => type === 'issue', read.parent(true)],
  [
    'remove_epic',
    '',
    'Remove from epic',
    'relate',
    (type) => type === 'issue',
    read.always({ kind: 'parent', reference: null, epic: true }),
  ],
  ['set_parent', "Parent item's #IID, reference, or URL", 'Set parent item', 'relate', hasParents, read.parent(false)],
  [
    'remove_parent',
    '',
    'Remove parent item',
    'relate',
    hasParents,
    read.always({ kind: 'parent', reference: null, epic: false }),
  ],
  ['add_child', "Child items' #IIDs, references, or URLs", 'Add child items', 'relate', parents, read.children(false)],
  [
    'remove_child',
    "Child item's #IID, reference, or URL",
    'Remove child item',
    'relate',
    parents,
    read.releaseChild(false),
  ],
  ['parent_epic', EPIC, 'Set parent epic to an epic', 'relate', epics, read.parent(true)],
  [
    'remove_parent_epic',
    '',
    'Remove parent epic from an epic',
    'relate',
    epics,
    read.always({ kind: 'parent', reference: null, epic: true }),
  ],
  ['child_epic', EPIC, 'Add child epic to an epic', 'relate', epics, read.children(true)],
  ['remove_child_epic', EPIC, 'Remove child epic from an epic', 'relate', epics, read.releaseChild(true)],
  ['relate', ITEMS, 'Link items related to this item', 'relate', anything, read.link('relates_to')],
  ['blocks', ITEMS, 'Specifies that this item blocks other items', 'relate', anything, read.link('blocks')],
  ['blocked_by', ITEMS, 'Mark this item as blocked by other items', 'relate', anything, read.link('is_blocked_by')],
  ['unlink', ITEMS, 'Remove linked item', 'relate', anything, read.one('unlink')],
  [
    'duplicate',
    ITEMS,
    'Mark this item as a duplicate of another item',
    'update',
    items,
    read.one('duplicate'),
    ({ state }) => state === 'opened',
  ],
  [
    'copy_metadata',
    '#item | URL',
    'Copy labels and milestone from another item',
    'metadata',
    items,
    read.one('copyMetadata'),
  ],
];

function promotes(type: WorkItemType): boolean {
  return PROMOTED[type] !== undefined;
}

function parents(type: WorkItemType): boolean {
  return items(type) && canHaveChildren(type);
}

/** GitLab's: what an item of a type is promoted to. */
export const PROMOTED: Readonly<Partial<Record<WorkItemType, readonly WorkItemType[]>>> = {
  issue: ['incident'],
  task: ['issue'],
  key_result: ['objective'],
};

export const QUICK_ACTIONS: readonly QuickAction[] = TABLE.map(
  ([names, params, description, right, fits, reads, applies]) => {
    const [name = '', ...aliases] = names.split(' ');
    return { name, aliases, params, description, right, fits, reads, ...(applies && { applies }) };
  },
);

/** WI-10.104: commands of GitLab for what there is not here. They are taken out of a text and answered. */
export const UNAVAILABLE: readonly string[] = [
  'add_contacts',
  'add_email',
  'board_move',
  'clone',
  'convert_to_ticket',
  'create_merge_request',
  'invite_email',
  'link',
  'move',
  'page',
  'promote',
  'publish',
  'remove_contacts',
  'remove_email',
  'severity',
  'tag',
  'timeline',
];

/** WI-10.105: what is written in the place of the command, behind its argument. */
export const SUBSTITUTES: ReadonlyMap<string, string> = new Map([
  ['shrug', '¯\\＿(ツ)＿/¯'],
  ['tableflip', '(╯°□°)╯︵ ┻━┻'],
]);

const BY_NAME: ReadonlyMap<string, QuickAction> = new Map(
  QUICK_ACTIONS.flatMap((action) =>
    [action.name, ...action.aliases].map((name): [string, QuickAction] => [name, action]),
  ),
);

/** An action by its name or an alias. */
export const actionNamed = (name: string): QuickAction | undefined => BY_NAME.get(name);

/** Is this the name of a command, of one that is not available here as well? Lower case. */
export const isCommandName = (name: string): boolean => BY_NAME.has(name) || UNAVAILABLE.includes(name);

const SUBSTITUTIONS: readonly OfferedAction[] = [...SUBSTITUTES].map(([name, text]) => ({
  name,
  aliases: [],
  params: '<Comment>',
  description: `Add ${text}`,
}));

/** WI-10.107: what a person can do with an item by a command, in the order of their names. */
export const actionsFor = (facts: ActionFacts, rights: ActionRights): readonly OfferedAction[] =>
  [
    ...QUICK_ACTIONS.filter(
      ({ fits, right, applies }) => rights[right] && fits(facts.type) && (applies?.(facts) ?? true),
    ).map(({ name, aliases, params, description }) => ({ name, aliases, params, description })),
    ...SUBSTITUTIONS,
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
