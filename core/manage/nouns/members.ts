import type { RestRequest } from '../../ports/index.ts';
import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { splitChosen } from '../chosen.ts';
import { placePath, textOrNull, type Noun } from '../noun.ts';
import type { Change, Entry } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

/** Somebody with a role; who is invited and has no account yet; who asks for a role; or a group whose members have one. */
export interface MemberEntry extends Entry {
  readonly kind: 'member' | 'invitation' | 'request' | 'share';
  /** A person's name, an address, a group's name. */
  readonly name: string;
  /** A username, or the path of a group; null: of an invitation. */
  readonly path: string | null;
  readonly avatarUrl: string | null;
  /** Null: of a request. */
  readonly level: number | null;
  /** A day; null: the role does not end. */
  readonly expiresAt: string | null;
  /** An instant. */
  readonly createdAt: string | null;
  /** Who added or invited them. */
  readonly createdBy: string | null;
  /** The address that lets in who is invited; null: it went by mail. */
  readonly link: string | null;
  /** An invitation that lets nobody in, for who sent it could not invite so any more. */
  readonly isVoid: boolean;
}

const LISTS: Readonly<Record<string, readonly string[]>> = {
  own: ['members'],
  all: ['members', 'all'],
  shares: [],
  invitations: ['invitations'],
  requests: ['access_requests'],
};

const NOBODY = { avatarUrl: null, path: null, link: null, isVoid: false } as const;

function entryOf(json: unknown): MemberEntry | null {
  const given = jsonOf(json);
  const { access_level, group_access_level, expires_at, created_at, created_by } = given;
  const level = access_level ?? group_access_level;
  const role = {
    ...NOBODY,
    level: typeof level === 'number' ? level : null,
    expiresAt: textOf(expires_at),
    createdAt: textOf(created_at),
    createdBy: textOf(given['created_by_name']) ?? textOf(jsonOf(created_by)['name']),
  };
  const email = textOf(given['invite_email']);
  if (email !== null)
    return {
      ...role,
      kind: 'invitation',
      id: email,
      name: email,
      link: textOf(given['invite_link']),
      isVoid: given['valid'] === false,
    };
  const group = textOf(given['group_name']);
  if (group !== null)
    return {
      ...role,
      kind: 'share',
      id: String(given['group_id']),
      name: group,
      path: textOf(given['group_full_path']),
    };
  const username = textOf(given['username']);
  if (username === null || typeof given['id'] !== 'number') return null;
  return {
    ...role,
    kind: given['requested_at'] === undefined ? 'member' : 'request',
    id: String(given['id']),
    name: textOf(given['name'], username),
    path: username,
    avatarUrl: textOf(given['avatar_url']),
    createdAt: textOf(given['requested_at']) ?? role.createdAt,
  };
}

/** BD-05.10: who is invited: people by their ids, anybody by an address, or a group. */
function invite({ page, draft: { to, who, group, level, expires } }: Change): RestRequest {
  const expires_at = textOrNull(expires);
  const [groupId] = splitChosen(group).ids;
  if (to === 'groups') {
    const body = { group_id: Number(groupId), group_access: Number(level), expires_at };
    return { method: 'POST', path: placePath(page, 'share'), body };
  }
  const { ids, typed } = splitChosen(who);
  const people = {
    ...(ids.length > 0 && { user_id: ids.join(',') }),
    ...(typed.length > 0 && { email: typed.join(',') }),
  };
  return {
    method: 'POST',
    path: placePath(page, 'invitations'),
    body: { ...people, access_level: Number(level), expires_at },
  };
}

const REQUESTS: Readonly<Record<string, (change: Change) => RestRequest>> = {
  delete: ({ page, id }) => ({ method: 'DELETE', path: placePath(page, 'members', id ?? '') }),
  leave: ({ page, id }) => ({ method: 'DELETE', path: placePath(page, 'members', id ?? '') }),
  withdraw: ({ page, id }) => ({ method: 'DELETE', path: placePath(page, 'invitations', id ?? '') }),
  unshare: ({ page, id }) => ({ method: 'DELETE', path: placePath(page, 'share', id ?? '') }),
  ask: ({ page }) => ({ method: 'POST', path: placePath(page, 'access_requests') }),
  approve: ({ page, id, draft }) => ({
    method: 'PUT',
    path: placePath(page, 'access_requests', id ?? '', 'approve'),
    body: { access_level: Number(draft['level'] ?? 30) },
  }),
  deny: ({ page, id }) => ({ method: 'DELETE', path: placePath(page, 'access_requests', id ?? '') }),
};

export const members: Noun = {
  may: (kind) => (kind === 'group' ? 'adminMembers' : 'adminProjectMembers'),
  filters: Object.keys(LISTS),
  searchedBy: 'query',
  list: (list) => ({ method: 'GET', path: placePath(list, ...(LISTS[list.filter] ?? ['members'])) }),
  rowsIn: (answer, { filter }) => (filter === 'shares' ? (jsonOf(answer)['shared_with_groups'] ?? []) : answer),
  entryOf,
  faults: ({ to, who, group }) => ({
    who: to !== undefined && textOrNull(to === 'groups' ? group : who) === null ? MANAGE_TEXTS.nobody : null,
  }),
  request(change) {
    const { page, what, id, draft } = change;
    if (what !== 'save') return (REQUESTS[what] ?? REQUESTS['delete']!)(change);
    if (id === null) return invite(change);
    const body = { access_level: Number(draft['level']), expires_at: textOrNull(draft['expires']) };
    return { method: 'PUT', path: placePath(page, id.includes('@') ? 'invitations' : 'members', id), body };
  },
  refusalIn(answer) {
    const { status, message } = jsonOf(answer);
    if (status !== 'error') return null;
    if (typeof message === 'string') return { error: message, faults: {} };
    const faults = Object.entries(jsonOf(message)).map(([who, why]) => [who, textOf(why, '')] as const);
    return { error: MANAGE_TEXTS.invited, faults: Object.fromEntries(faults) };
  },
  // Who has left a place that they may no longer see is not left on its page.
  next: (_answer, { what }) => (what === 'leave' ? '/' : null),
  failure: MANAGE_TEXTS.members,
};
