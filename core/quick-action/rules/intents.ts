import type { CivilDate } from '../../calendar/rules.ts';
import type { LinkType } from '../../link/rules.ts';
import type { HealthStatus, WorkItemType } from '../../work-item/types.ts';
import { parseDuration, readWeight, ZOOM_TEXTS, zoomLinkIn } from '../../work-item/rules.ts';
import { isEmojiName } from '../../work-item/rules/emojis.ts';
import { dayInWords } from './days.ts';

/** What a command asks for, its names not yet looked up. */
export type Intent =
  | { readonly kind: 'state'; readonly event: 'close' | 'reopen' }
  | { readonly kind: 'title'; readonly title: string }
  /** To remove none by name removes all. */
  | { readonly kind: 'labels'; readonly mode: ListMode; readonly titles: readonly string[] }
  /** By their usernames; `me` is the viewer. */
  | { readonly kind: 'assignees'; readonly mode: ListMode; readonly usernames: readonly string[] }
  | { readonly kind: 'milestone'; readonly title: string | null }
  | { readonly kind: 'iteration'; readonly title: string | null }
  | { readonly kind: 'dueDate'; readonly day: CivilDate | null }
  | { readonly kind: 'weight'; readonly weight: number | null }
  | { readonly kind: 'health'; readonly health: HealthStatus | null }
  /** In seconds; 0: none. */
  | { readonly kind: 'estimate'; readonly seconds: number }
  /** In seconds, less than zero where some is taken off; null: today. */
  | { readonly kind: 'spend'; readonly seconds: number; readonly day: CivilDate | null }
  | { readonly kind: 'resetSpent' }
  /** Null: it is removed. */
  | { readonly kind: 'zoom'; readonly link: string | null }
  | { readonly kind: 'confidential' }
  | { readonly kind: 'lock'; readonly locked: boolean }
  | { readonly kind: 'todo'; readonly done: boolean }
  | { readonly kind: 'subscription'; readonly subscribed: boolean }
  | { readonly kind: 'award'; readonly name: string }
  | { readonly kind: 'type'; readonly type: WorkItemType }
  /** Under this item; null: under none. */
  | { readonly kind: 'parent'; readonly reference: string | null; readonly epic: boolean }
  | { readonly kind: 'children'; readonly references: readonly string[]; readonly epic: boolean }
  | { readonly kind: 'releaseChild'; readonly reference: string; readonly epic: boolean }
  | { readonly kind: 'link'; readonly type: LinkType; readonly references: readonly string[] }
  | { readonly kind: 'unlink'; readonly reference: string }
  | { readonly kind: 'duplicate'; readonly reference: string }
  | { readonly kind: 'copyMetadata'; readonly reference: string };

export type ListMode = 'add' | 'remove' | 'replace';

export interface ActionContext {
  /** The civil day of the viewer, or of the server. */
  readonly today: CivilDate;
}

/** Reads an argument, without the blanks around it. A text: why it cannot be done, in GitLab's words; null: GitLab has no words for it. */
export type Reader = (argument: string, context: ActionContext) => Intent | string | null;

/** Of a command that takes no argument; what stands behind it is passed over, as GitLab does. */
export const always =
  (intent: Intent): Reader =>
  () =>
    intent;

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** `~bug ~"in review" 'x' plain`. */
const titlesIn = (text: string): readonly string[] =>
  [...text.matchAll(/[~%]?"([^"]+)"|[~%]?(\S+)/g)].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim());

export const labels =
  (mode: ListMode): Reader =>
  (text) => {
    const titles = titlesIn(text);
    return titles.length === 0 && mode !== 'remove' ? null : { kind: 'labels', mode, titles };
  };

const NOBODY = 'Failed to assign a user because no user was found.';

export const assignees =
  (mode: ListMode): Reader =>
  (text) => {
    const usernames = words(text.replaceAll(',', ' ').replace(/(^|\s)and(?=\s)/gi, ' ')).map((word) =>
      word.replace(/^@/, ''),
    );
    return usernames.length === 0 && mode !== 'remove' ? NOBODY : { kind: 'assignees', mode, usernames };
  };

const titleOf = (text: string, sign: RegExp): string =>
  text
    .replace(sign, '')
    .replace(/^"(.*)"$/, '$1')
    .trim();

export const milestone: Reader = (text) => {
  const title = titleOf(text, /^%/);
  return title === '' ? null : { kind: 'milestone', title };
};

export const iteration: Reader = (text) => {
  const title = titleOf(text, /^\*iteration:/i);
  return title === '' ? null : { kind: 'iteration', title };
};

export const title: Reader = (text) => (text === '' ? null : { kind: 'title', title: text });

export const due: Reader = (text, { today }) => {
  const day = dayInWords(text, today);
  return day === null ? 'Failed to set due date because the date format is invalid.' : { kind: 'dueDate', day };
};

export const weight: Reader = (text) => {
  const read = readWeight(text);
  return read === null || read.weight === null ? null : { kind: 'weight', weight: read.weight };
};

const HEALTHS: ReadonlyMap<string, HealthStatus> = new Map([
  ['on_track', 'onTrack'],
  ['needs_attention', 'needsAttention'],
  ['at_risk', 'atRisk'],
]);

export const health: Reader = (text) => {
  const status = HEALTHS.get(text.toLowerCase().replaceAll(' ', '_'));
  return status === undefined ? null : { kind: 'health', health: status };
};

export const estimate: Reader = (text) => {
  const seconds = parseDuration(text);
  return seconds === null || seconds < 0 ? null : { kind: 'estimate', seconds };
};

const DAY = /(?:^|\s)(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?=\s|$)/;

/** GitLab keeps no time of days to come. */
export const spend: Reader = (text, context) => {
  const written = DAY.exec(text)?.[1];
  const day = written === undefined ? null : dayInWords(written, context.today);
  const seconds = parseDuration(text.replace(DAY, ' '));
  if (seconds === null || seconds === 0 || (written !== undefined && (day === null || day > context.today)))
    return null;
  return { kind: 'spend', seconds, day };
};

/** GitLab takes the last address that it finds. */
export const zoom: Reader = (text) => {
  const link = zoomLinkIn(text);
  return link !== null ? { kind: 'zoom', link } : text === '' ? null : `${ZOOM_TEXTS.notAdded}.`;
};

export const award: Reader = (text) => {
  const name = /^:?([a-z0-9_+-]+):?$/i.exec(text)?.[1]?.toLowerCase() ?? '';
  return isEmojiName(name) ? { kind: 'award', name } : null;
};

const TYPES: ReadonlyMap<string, WorkItemType> = new Map([
  ['issue', 'issue'],
  ['incident', 'incident'],
  ['task', 'task'],
  ['objective', 'objective'],
  ['key_result', 'key_result'],
]);

/** `/type` and `/promote_to`; what an item is promoted to depends on what it is. */
export const type =
  (verb: 'convert' | 'promote'): Reader =>
  (text) => {
    const named = TYPES.get(text.toLowerCase().replace(/\s+/g, '_'));
    return named === undefined
      ? `Failed to ${verb} this work item: Provided type is not supported.`
      : { kind: 'type', type: named };
  };

export const parent =
  (epic: boolean): Reader =>
  (text) =>
    text === '' ? (epic ? NO_EPIC : NO_PARENT) : { kind: 'parent', reference: firstWord(text), epic };

export const NO_EPIC = "This epic does not exist or you don't have sufficient permission.";
export const NO_PARENT = "This parent does not exist or you don't have sufficient permission.";
export const NO_CHILD = 'Child epic does not exist.';

const firstWord = (text: string): string => words(text)[0] ?? '';

export const children =
  (epic: boolean): Reader =>
  (text) => {
    const references = words(text);
    if (references.length === 0) return epic ? NO_CHILD : null;
    return { kind: 'children', references: epic ? references.slice(0, 1) : references, epic };
  };

export const releaseChild =
  (epic: boolean): Reader =>
  (text) =>
    text === '' ? (epic ? NO_CHILD : null) : { kind: 'releaseChild', reference: firstWord(text), epic };

export const link =
  (linkType: LinkType): Reader =>
  (text) =>
    text === '' ? null : { kind: 'link', type: linkType, references: words(text) };

export const one =
  (kind: 'unlink' | 'duplicate' | 'copyMetadata'): Reader =>
  (text) =>
    text === '' ? null : { kind, reference: firstWord(text) };
