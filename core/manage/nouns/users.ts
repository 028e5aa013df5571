import type { RestRequest } from '../../ports/index.ts';
import { segment } from '../../api/rest.ts';
import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { lineFault, pictureRequest, type Noun } from '../noun.ts';
import type { Change, Entry } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

/** An account, as an administrator sees it. */
export interface UserEntry extends Entry {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly avatarUrl: string | null;
  readonly isAdmin: boolean;
  /** What can be done with it, in this order. */
  readonly offers: readonly string[];
  /** What stands beside the name; null: nothing. */
  readonly sign: string | null;
  readonly lastActive: string | null;
}

const FILTERS: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  active: { active: true },
  shutOut: { exclude_active: true },
  admins: { admins: true },
  all: {},
};

/** BD-05.13: by an account's state. */
const STATES: Readonly<Record<string, { readonly sign: string | null; readonly offers: readonly string[] }>> = {
  active: { sign: null, offers: ['link', 'block', 'ban', 'deactivate'] },
  blocked: { sign: 'Blocked', offers: ['unblock'] },
  banned: { sign: 'Banned', offers: ['unban'] },
  deactivated: { sign: 'Deactivated', offers: ['link', 'activate', 'block'] },
};

const userPath = (...parts: readonly string[]): string => ['/api/v4/users', ...parts.map(segment)].join('/');

function save({ id, draft: { name = '', username = '', email = '', admin } }: Change): RestRequest {
  const body = { name: name.trim(), username: username.trim(), email: email.trim(), admin: admin === 'true' };
  return id === null
    ? { method: 'POST', path: '/api/v4/users', body: { ...body, force_random_password: true } }
    : { method: 'PUT', path: userPath(id), body };
}

export const users: Noun = {
  may: () => 'administration',
  filters: Object.keys(FILTERS),
  searchedBy: 'search',
  list: ({ filter }) => ({ method: 'GET', path: '/api/v4/users', query: { ...FILTERS[filter], humans: true } }),
  entryOf(json): UserEntry | null {
    const { id, username: known, name, email, avatar_url, is_admin, state, last_activity_on } = jsonOf(json);
    const username = textOf(known);
    if (typeof id !== 'number' || username === null) return null;
    const { sign, offers } = STATES[textOf(state, 'active')] ?? { sign: null, offers: [] };
    return {
      id: String(id),
      username,
      name: textOf(name, username),
      email: textOf(email, ''),
      avatarUrl: textOf(avatar_url),
      isAdmin: is_admin === true,
      offers: [...offers, 'delete', 'hardDelete'],
      sign,
      lastActive: textOf(last_activity_on),
    };
  },
  faults: ({ name = '', username = '', email = '' }) => ({
    name: lineFault(name, 255),
    username: lineFault(username, 255),
    email: lineFault(email, 254),
  }),
  request(change) {
    const { what, id } = change;
    if (what === 'save') return save(change);
    const picture = pictureRequest(what, userPath(id ?? ''));
    if (picture !== null) return picture;
    if (what === 'link') return { method: 'POST', path: `/-/users/${id ?? ''}/sign_in_link` };
    if (what === 'hardDelete') return { method: 'DELETE', path: userPath(id ?? ''), query: { hard_delete: true } };
    return what === 'delete'
      ? { method: 'DELETE', path: userPath(id ?? '') }
      : { method: 'POST', path: userPath(id ?? '', what) };
  },
  secretIn: (answer) => textOf(jsonOf(answer)['url']),
  failure: MANAGE_TEXTS.users,
};
