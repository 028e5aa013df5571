/**
 * What can happen to an item. `tree`: its children, their order or their rows changed; `counts`: its roll-ups; `links`: what it is linked to, or what a child of it
 * is; `notes`: comments on it; `internalNotes`: those for Reporters, who alone are told, of `notes`; the others name the changed field. An event is a reason to read
 * again and never carries data: what a subscriber may see is decided when it reads.
 */
export const EVENT_KINDS = [
  'created',
  'deleted',
  'title',
  'type',
  'locked',
  'description',
  'state',
  'dates',
  'labels',
  'assignees',
  'milestone',
  'iteration',
  'weight',
  'healthStatus',
  'progress',
  'timeTracking',
  'zoomLink',
  'confidential',
  'color',
  'parent',
  'links',
  'awards',
  'notes',
  'internalNotes',
  'tree',
  'counts',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** WI-11.2: what changes the item's own page, and not only what stands beside it. */
export const isOfItself = (kind: string): boolean => !/^(created|tree|counts|links|note)/.test(kind);

/** WI-01.25: what changes an item where others name it as their parent. */
export const isOfItsName = (kind: string): boolean =>
  ['title', 'state', 'type', 'confidential', 'deleted'].includes(kind);

/** WI-11.3: what changes the rows of an item's children. */
export const isOfChildren = (kind: string): boolean => ['tree', 'counts', 'dates', 'links'].includes(kind);

/** WI-11.1: what is told of a group and everything below it. An item's topic is its global id. */
export const groupTopic = (fullPath: string): string => `group/${fullPath}`;
