/** What is said of linked items, and of blockers (RL-05). */
import type { ReferenceKind } from '../work-item/rules.ts';
import type { LinkType } from './rules.ts';

export const LINK_TEXTS = {
  heading: 'Linked items',
  mergeRequests: 'Merge requests',
  empty: 'Link items together to show that they are related, or that one is blocking others.',
  fetch: 'Something went wrong while fetching linked items.',
  mergeRequestsFailed: 'Something went wrong while fetching merge requests.',
} as const;

/** RL-01.1: the headings, in their order. */
const LINK_GROUPS: readonly { readonly type: LinkType; readonly heading: string }[] = [
  { type: 'blocks', heading: 'Blocks' },
  { type: 'is_blocked_by', heading: 'Is blocked by' },
  { type: 'relates_to', heading: 'Relates to' },
];

/** What the form asks: `The current epic relates to …`. */
export const LINK_TYPE_NAMES: Readonly<Record<LinkType, string>> = {
  relates_to: 'relates to',
  blocks: 'blocks',
  is_blocked_by: 'is blocked by',
};

/** RL-01.1: each type that has any, its items in the order in which they were linked. */
export const groupedLinks = <L extends { readonly linkType: LinkType }>(links: readonly L[]) =>
  LINK_GROUPS.map(({ type, heading }) => ({
    type,
    heading,
    links: links.filter(({ linkType }) => linkType === type),
  })).filter((group) => group.links.length > 0);

/** RL-01.21: what stands at a link that is part of a cycle. */
export const CYCLE_TEXT = 'Part of a cycle: these items block each other, directly or through others.';

/** RL-05.2: named in the popover at most. */
const SHOWN_BLOCKERS = 3;
/** RL-05.3: characters of a title there at most. */
const BLOCKER_TITLE_MAX = 80;
/** RL-05.4: the section that lists all of them. */
export const RELATED_ANCHOR = 'related-issues';

export const BLOCKERS_FAILED = 'Failed to fetch blocking issues or epics';
/** RL-01.30: below it, where the machine is offline. */
export const CLOSING_OFFLINE = 'There is no connection. If you go on, the change is saved when it is back.';

/** Facts 3.5: of a longer text one character less than the maximum, and an ellipsis. Characters are code points. */
export function cutTitle(title: string): string {
  const characters = [...title];
  return characters.length <= BLOCKER_TITLE_MAX ? title : `${characters.slice(0, BLOCKER_TITLE_MAX - 1).join('')}…`;
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
export const allBlockers = (kind: ReferenceKind, webPath: string) => ({
  text: `View all blocking ${kind}s`,
  href: `${webPath}#${RELATED_ANCHOR}`,
});

/** RL-01.31; `noun`: what the item is called, where that is not its kind: a task is blocked by issues as an issue is. */
export const closingTexts = (kind: ReferenceKind, noun: string = kind) => ({
  title: `Are you sure you want to close this blocked ${noun}?`,
  body: `This ${noun} is currently blocked by the following ${kind}s:`,
  confirm: `Yes, close ${noun}`,
  cancel: 'Cancel',
});
