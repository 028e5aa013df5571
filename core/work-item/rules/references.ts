/**
 * References: `&12` and `group/sub&12` for epics, `#7` and `group/project#7` for the items of projects, and their addresses.
 * A word that is no reference is kept as invalid, with its text: the server judges it, and its owner can see and remove it.
 */

import type { WorkItemState, WorkItemType } from '../types.ts';

export type ReferenceKind = 'epic' | 'issue';

/** Everything that is not an epic is referred to like an issue. */
export const referenceKind = (type: WorkItemType): ReferenceKind => (type === 'epic' ? 'epic' : 'issue');

export interface ReferenceContext {
  /** What a bare number means. */
  readonly kind: ReferenceKind;
  /** Full path of the group: the owner of `&12`, and what `project#7` is relative to. */
  readonly groupPath: string;
  /** Full path of the project that `#7` belongs to; on an epic there is none. */
  readonly projectPath?: string;
  /** `https://host[:port]` of this server; where given, addresses of other servers are invalid. */
  readonly origin?: string;
}

/** RL-03.1: `group/project#7` is the path `group/project` and the number `#7`. */
export function splitReference(reference: string): { readonly path: string; readonly id: string } {
  const at = Math.max(reference.lastIndexOf('#'), reference.lastIndexOf('&'), reference.lastIndexOf('!'), 0);
  return { path: reference.slice(0, at), id: reference.slice(at) };
}

/** What is known of an item that was offered to be referred to. */
export interface OfferedItem {
  readonly title: string;
  readonly state: WorkItemState;
}

export type ReferenceToken =
  | {
      readonly ok: true;
      /** The word as it was typed. */
      readonly text: string;
      readonly kind: ReferenceKind;
      /** Full path of the owning group or project; null: `#7` where there is no project. */
      readonly path: string | null;
      readonly iid: number;
      /** RL-02.2: what it refers to, where that is known; null: it was looked for, and not found. */
      readonly item?: OfferedItem | null;
      /** TR-09.32: why the server refused it when it was sent last. */
      readonly refused?: string;
    }
  | { readonly ok: false; readonly text: string; readonly refused?: string };

/** TR-09.33: the longest word that is read as a reference, in characters. */
export const REFERENCE_MAX = 1000;

/** TR-09.34: so many references are taken at once, and what is said of more. */
export const REFERENCES_MAX = 1000;
export const TOO_MANY_REFERENCES = `At most ${REFERENCES_MAX} references can be added at once.`;

/** The words of texts, parted by white space: of what was sent to be added, and of a field that is left or submitted (TR-09.1), where no word is being typed any more. */
export const referenceWords = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '');

/** Greatest iid that a database integer holds. */
export const IID_MAX = 2 ** 31 - 1;

// Each is anchored, and a path can be read in one way only: the time that a word takes does not grow faster than its length.
const PATH = '[A-Za-z0-9_.][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.][A-Za-z0-9_.-]*)*';
const EPIC = new RegExp(`^(?:(${PATH}))?(?:&amp;|&)([0-9]+)$`);
const ISSUE = new RegExp(`^(?:(${PATH}))?#([0-9]+)$`);
const NUMBER = /^([0-9]+)$/;
const ADDRESS = /^(https?:\/\/[^/\s?#]+)(\/[^\s?#]*)?(\?[^\s#]*)?(?:#\S*)?$/;
const EPIC_ADDRESS = new RegExp(`^/groups/(${PATH})/-/epics/([0-9]+)(?:/.*)?$`);
const ISSUE_ADDRESS = new RegExp(`^/(${PATH})/(?:-/)?(?:issues(?:/incident)?|(work_items))/([0-9]+)(?:/.*)?$`);
/** The number in `/-/work_items/9` is the item's id, unless the address says otherwise; an id refers to nothing here. */
const BY_IID = /[?&]iid_path=true(?:&|$)/;

/** TR-09.2: what one word of a user's input refers to. */
export function parseReference(text: string, context: ReferenceContext): ReferenceToken {
  const invalid: ReferenceToken = { ok: false, text };
  if (text.length > REFERENCE_MAX) return invalid;
  const found = (kind: ReferenceKind, path: string | null, digits: string | undefined): ReferenceToken => {
    const iid = Number(digits);
    return iid >= 1 && iid <= IID_MAX ? { ok: true, text, kind, path, iid } : invalid;
  };

  const epic = EPIC.exec(text);
  if (epic !== null) return found('epic', epic[1] ?? context.groupPath, epic[2]);

  const issue = ISSUE.exec(text);
  if (issue !== null) return found('issue', projectOf(issue[1], context), issue[2]);

  const bare = NUMBER.exec(text);
  if (bare !== null) {
    return context.kind === 'epic'
      ? found('epic', context.groupPath, bare[1])
      : found('issue', context.projectPath ?? null, bare[1]);
  }

  const address = ADDRESS.exec(text);
  if (address === null || (context.origin !== undefined && address[1] !== context.origin)) return invalid;
  const path = address[2] ?? '';
  const epicPage = EPIC_ADDRESS.exec(path);
  if (epicPage !== null) return found('epic', epicPage[1] ?? null, epicPage[2]);
  const issuePage = ISSUE_ADDRESS.exec(path);
  if (issuePage === null || (issuePage[2] !== undefined && !BY_IID.test(address[3] ?? ''))) return invalid;
  return found('issue', issuePage[1] ?? null, issuePage[3]);
}

/** `project#7` is a project of the context's group; a path with a slash is a full one. */
function projectOf(path: string | undefined, context: ReferenceContext): string | null {
  if (path === undefined) return context.projectPath ?? null;
  return path.includes('/') ? path : `${context.groupPath}/${path}`;
}

const SEPARATORS = { epic: '&', issue: '#' } as const;

/** TR-07.3: `&` before an epic's iid, `#` before any other's. */
export const pathIdSeparator = (kind: ReferenceKind): '&' | '#' => SEPARATORS[kind];

/** TR-07.3: the long form, `group/sub&12` or `group/project#7`. */
export const fullReference = (kind: ReferenceKind, path: string, iid: number | string): string =>
  `${path}${SEPARATORS[kind]}${iid}`;

/** TR-07.3: short (`&12`) where `ownerPath` is the place that is being looked at, else full. */
export const relativeReference = (
  kind: ReferenceKind,
  ownerPath: string,
  iid: number | string,
  herePath: string,
): string => (ownerPath === herePath ? `${SEPARATORS[kind]}${iid}` : fullReference(kind, ownerPath, iid));

/** TR-09.3: two words are the same reference if they mean the same item, or, being invalid, are the same text. */
export function referenceKey(token: ReferenceToken): string {
  if (!token.ok) return `?${token.text}`;
  return token.path === null
    ? `${SEPARATORS[token.kind]}${token.iid}`
    : fullReference(token.kind, token.path, token.iid);
}

export interface SplitInput {
  /** The finished words, in order. */
  readonly words: readonly string[];
  /** The word that the caret is in or at an end of; empty where it is in none. It stays in the field. */
  readonly touched: string;
}

/** TR-09.1: the input is split at white space; the word at the caret is still being typed. `caret` counts UTF-16 units. */
export function splitReferenceInput(input: string, caret: number): SplitInput {
  const words: string[] = [];
  let touched = '';
  for (const match of input.matchAll(/\S+/g)) {
    const word = match[0];
    if (touched === '' && caret >= match.index && caret <= match.index + word.length) touched = word;
    else words.push(word);
  }
  return { words, touched };
}

/**
 * TR-09.3: new words behind the pending ones; a reference that is pending already is ignored. Same list if nothing is new. `offered`: what was offered
 * meanwhile, whose title and state are kept with its reference (RL-02.2).
 */
export function addPendingReferences(
  pending: readonly ReferenceToken[],
  words: readonly string[],
  context: ReferenceContext,
  offered: readonly (OfferedItem & { readonly reference: string })[] = [],
): readonly ReferenceToken[] {
  const keys = new Set(pending.map(referenceKey));
  const added: ReferenceToken[] = [];
  for (const word of words) {
    const token = parseReference(word, context);
    const key = referenceKey(token);
    if (keys.has(key)) continue;
    keys.add(key);
    const known = offered.find(({ reference }) => referenceKey(parseReference(reference, context)) === key);
    added.push(token.ok && known ? { ...token, item: { title: known.title, state: known.state } } : token);
  }
  return added.length === 0 ? pending : [...pending, ...added];
}
