import type { LinkedItemJson, MergeRequestJson } from '../api/rest-links.ts';
import { linkedItems, relatedMergeRequests } from '../api/rest-links.ts';
import { query, queryName } from '../query/index.ts';
import { fieldReads } from '../tree/references.ts';
import type { BlockedItem, Blocker, ClosingItem, LinkSubject } from './types.ts';
import { linkedList, mergeRequest } from './wire.ts';

/** RL-01.15: milliseconds between readings of the list where the server names no interval. */
export const LINKS_INTERVAL = 30_000;

/** Whose links are read, and where. */
export type LinksOf = Pick<LinkSubject, 'id' | 'kind' | 'iid' | 'ownerPath' | 'endpoint'>;

/** What is asked for the section of an item. */
export const linksOf = ({ id, kind, iid, ownerPath, endpoint }: LinkSubject): LinksOf => ({
  id,
  kind,
  iid,
  ownerPath,
  endpoint,
});

/** What a reading of an item's links depends on: a change of any makes an earlier reading stale. */
export const linksKey = (subjectId: string): string => `links/${subjectId}`;

/** RL-01.15, RL-04.3: a list that cannot be read says so in its place; one that is shown stays, and is asked for again later. */
export const linkList = query('link/list', {
  key: ({ id }: LinksOf) => id,
  request: ({ endpoint }) => linkedItems(endpoint),
  decode: (answer: readonly LinkedItemJson[]) => linkedList(answer),
  // mutant: link-stale-reading
  readsVersionsOf: ({ id }) => [linksKey(id)],
  hides: () => false,
  // mutant: link-read-once
  poll: { fallback: LINKS_INTERVAL },
});

/** RL-03.5: an item whose server knows no merge requests has none. */
export const mergeRequests = query('link/mergeRequests', {
  key: ({ id }: LinksOf) => id,
  request: ({ kind, ownerPath, iid }) => relatedMergeRequests(kind, ownerPath, iid),
  decode: (answer: readonly MergeRequestJson[]) => (Array.isArray(answer) ? answer.map(mergeRequest) : []),
});

/** What is read by code that comes late. */
export const linkReads = {
  ...fieldReads('link'),
  /** RL-05: what blocks the items whose signs were pointed at. */
  blockers: queryName<BlockedItem, readonly Blocker[]>('link/blockers', ({ id }) => id),
  /** RL-01.30: what blocks the item that is to be closed, at that moment. */
  closing: queryName<ClosingItem, readonly Blocker[]>('link/closing', ({ id }) => id),
};
