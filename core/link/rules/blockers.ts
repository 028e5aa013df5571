import type { ReferenceKind } from '../../work-item/rules.ts';
import type { WorkItemState } from '../../work-item/types.ts';

/** Blocking items, as a tree row and its popover show them. */

/** TR-07.6: only open blockers count. */
export const blockedByCount = (blockers: readonly { readonly state: WorkItemState }[]): number =>
  blockers.filter(({ state }) => state === 'opened').length;

/** TR-07.6: an item is blocked while at least one open item blocks it. */
export const isBlocked = (blockers: readonly { readonly state: WorkItemState }[]): boolean =>
  blockedByCount(blockers) > 0;

/** RL-05.2: named in the popover at most. */
export const SHOWN_BLOCKERS = 3;
/** RL-05.3: characters of a title there at most. */
export const BLOCKER_TITLE_MAX = 80;
/** RL-05.4: the section that lists all of them. */
export const RELATED_ANCHOR = 'related-issues';

export const BLOCKERS_FAILED = 'Failed to fetch blocking issues or epics';
/** RL-01.30: below it, where the machine is offline. */
export const CLOSING_OFFLINE = 'There is no connection. If you go on, the change is saved when it is back.';

/** Facts 3.5: of a longer text one character less than the maximum, and an ellipsis. Characters are code points. */
export function cutTitle(title: string, max: number = BLOCKER_TITLE_MAX): string {
  const characters = [...title];
  return characters.length <= max ? title : `${characters.slice(0, max - 1).join('')}…`;
}

export interface ShownBlockers<B> {
  readonly shown: readonly B[];
  /** `+ 2 more issues`; null where all are shown. */
  readonly more: string | null;
}

/** RL-05.2: the first three, and how many more the item says that there are. */
export function shownBlockers<B>(kind: ReferenceKind, blockers: readonly B[], count: number): ShownBlockers<B> {
  const shown = blockers.slice(0, SHOWN_BLOCKERS);
  const rest = Math.max(count, blockers.length) - shown.length;
  return { shown, more: rest <= 0 ? null : `+ ${rest} more ${kind}${rest === 1 ? '' : 's'}` };
}

/** RL-05.4 */
export const allBlockers = (
  kind: ReferenceKind,
  webPath: string,
): { readonly text: string; readonly href: string } => ({
  text: `View all blocking ${kind}s`,
  href: `${webPath}#${RELATED_ANCHOR}`,
});

/** The question before something blocked is closed (facts 1.8). */

export interface ClosingTexts {
  readonly title: string;
  readonly body: string;
  readonly confirm: string;
  readonly cancel: string;
}

/** RL-01.31; `noun`: what the item is called, where that is not its kind: a task is blocked by issues as an issue is. */
export const closingTexts = (kind: ReferenceKind, noun: string = kind): ClosingTexts => ({
  title: `Are you sure you want to close this blocked ${noun}?`,
  body: `This ${noun} is currently blocked by the following ${kind}s:`,
  confirm: `Yes, close ${noun}`,
  cancel: 'Cancel',
});

/** Blockers that wait for one another. */

/** `blocker` blocks `blocked`. */
export interface BlockingEdge<Id> {
  readonly blocker: Id;
  readonly blocked: Id;
}

/** RL-01.21: what stands at a link that is part of a cycle. */
export const CYCLE_TEXT = 'Part of a cycle: these items block each other, directly or through others.';

function reachable<Id>(from: Id, next: ReadonlyMap<Id, readonly Id[]>): ReadonlySet<Id> {
  const seen = new Set<Id>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const id of next.get(at) ?? []) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(id);
    }
  }
  return seen;
}

function grouped<Id>(edges: readonly (readonly [Id, Id])[]): ReadonlyMap<Id, readonly Id[]> {
  const map = new Map<Id, Id[]>();
  for (const [from, to] of edges) map.set(from, [...(map.get(from) ?? []), to]);
  return map;
}

/**
 * RL-01.20: the items that wait for the subject and for which it waits too: every link between two of them is part of a cycle. The subject is
 * among them; empty without a cycle.
 */
export function blockingCycle<Id>(edges: readonly BlockingEdge<Id>[], subjectId: Id): ReadonlySet<Id> {
  const below = reachable(subjectId, grouped(edges.map(({ blocker, blocked }) => [blocker, blocked] as const)));
  if (!below.has(subjectId)) return new Set();
  const above = reachable(subjectId, grouped(edges.map(({ blocker, blocked }) => [blocked, blocker] as const)));
  return new Set([...below].filter((id) => above.has(id)));
}
