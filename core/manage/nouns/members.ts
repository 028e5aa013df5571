import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { placePath, textOrNull, type Noun } from '../noun.ts';
import type { Entry } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

/** A person with a role. `id`: the person's number. */
export interface MemberEntry extends Entry {
  readonly username: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly level: number;
  /** A day; null: the role does not end. */
  readonly expiresAt: string | null;
  /** An instant. */
  readonly createdAt: string | null;
  /** Who added them. */
  readonly createdBy: string | null;
}

export const members: Noun = {
  ability: { group: 'adminMembers', project: 'adminProjectMembers' },
  filters: ['own', 'all'],
  searchedBy: 'query',
  list: (list) => ({
    method: 'GET',
    path: list.filter === 'all' ? placePath(list, 'members', 'all') : placePath(list, 'members'),
  }),
  entryOf(json): MemberEntry | null {
    const { id, username: known, name, avatar_url, access_level, expires_at, created_at, created_by } = jsonOf(json);
    const username = textOf(known);
    if (typeof id !== 'number' || username === null || typeof access_level !== 'number') return null;
    return {
      id: String(id),
      username,
      name: textOf(name, username),
      avatarUrl: textOf(avatar_url),
      level: access_level,
      expiresAt: textOf(expires_at),
      createdAt: textOf(created_at),
      createdBy: textOf(jsonOf(created_by)['name']),
    };
  },
  faults: ({ users }) => ({ users: users === '' ? MANAGE_TEXTS.nobody : null }),
  request({ page, what, id, draft: { users, level, expires } }) {
    if (what === 'delete') return { method: 'DELETE', path: placePath(page, 'members', id ?? '') };
    const role = { access_level: Number(level), expires_at: textOrNull(expires) };
    return id === null
      ? { method: 'POST', path: placePath(page, 'members'), body: { user_id: users, ...role } }
      : { method: 'PUT', path: placePath(page, 'members', id), body: role };
  },
  failure: MANAGE_TEXTS.members,
};
