import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { lineFault, type Noun } from '../noun.ts';
import type { Entry } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

/** What somebody tells everybody of themselves, by the names that GitLab has for it. */
export const PROFILE_PARTS = [
  'bio',
  'job_title',
  'organization',
  'location',
  'pronouns',
  'website_url',
  'public_email',
] as const;

export type ProfilePart = (typeof PROFILE_PARTS)[number];

export interface ProfileEntry extends Entry {
  readonly name: string;
  readonly username: string;
  readonly parts: Readonly<Record<ProfilePart, string>>;
}

const OWN = '/-/profile.json';
const NAME_MAX = 255;

/** BD-05.15: one's own name, and what everybody is told. */
export const profile: Noun = {
  isOne: true,
  may: () => 'signing in',
  filters: [],
  list: () => ({ method: 'GET', path: OWN }),
  entryOf(json): ProfileEntry | null {
    const given = jsonOf(json);
    if (typeof given['id'] !== 'number') return null;
    const parts = Object.fromEntries(PROFILE_PARTS.map((part) => [part, textOf(given[part], '')]));
    return {
      id: String(given['id']),
      name: textOf(given['name'], ''),
      username: textOf(given['username'], ''),
      parts: parts as ProfileEntry['parts'],
    };
  },
  faults: ({ name = '' }) => ({ name: lineFault(name, NAME_MAX) }),
  request({ draft }) {
    const body = Object.fromEntries(['name', ...PROFILE_PARTS].map((part) => [part, (draft[part] ?? '').trim()]));
    return { method: 'PUT', path: OWN, body };
  },
  failure: MANAGE_TEXTS.profile,
};

/** A browser in which one is signed in. */
export interface SessionEntry extends Entry {
  readonly agent: string;
  readonly address: string | null;
  /** An instant. */
  readonly createdAt: string | null;
  readonly isCurrent: boolean;
}

/** BD-05.16: where one is signed in; each is ended by itself, or all but this one. */
export const sessions: Noun = {
  may: () => 'signing in',
  filters: [],
  list: () => ({ method: 'GET', path: '/-/sessions.json' }),
  entryOf(json): SessionEntry | null {
    const { id, user_agent, ip_address, created_at, current } = jsonOf(json);
    if (typeof id !== 'number') return null;
    return {
      id: String(id),
      agent: textOf(user_agent, 'Unknown browser'),
      address: textOf(ip_address),
      createdAt: textOf(created_at),
      isCurrent: current === true,
    };
  },
  faults: () => ({}),
  request: ({ what, id }) => ({
    method: 'DELETE',
    path: what === 'all' ? '/-/sessions.json' : `/-/sessions/${id ?? ''}`,
  }),
  failure: MANAGE_TEXTS.sessions,
};
