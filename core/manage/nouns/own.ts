import { accessActions } from '../../access/slice.ts';
import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { lineFault, pictureRequest, type Noun } from '../noun.ts';
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
  readonly avatarUrl: string | null;
  readonly parts: Readonly<Record<ProfilePart, string>>;
  /** The provider by which one could sign in, too; null: there is none. */
  readonly signInWith: string | null;
  /** One's account is linked to one's account there. */
  readonly isLinked: boolean;
}

const OWN = '/-/profile.json';
const LINK = '/-/oidc/link';
const NAME_MAX = 255;

/** The session tells this, too, and is read again. */
const toSession = () => accessActions.sessionRequested();

/** BD-05.15: one's own name, and what everybody is told. AP-09.96: the account of a provider by which one signs in. */
export const profile: Noun = {
  isOne: true,
  changed: toSession,
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
      avatarUrl: textOf(given['avatar_url']),
      parts: parts as ProfileEntry['parts'],
      signInWith: textOf(given['sign_in_with']),
      isLinked: [given['identities']].flat().some((identity) => jsonOf(identity)['extern_uid'] !== undefined),
    };
  },
  faults: ({ name = '' }) => ({ name: lineFault(name, NAME_MAX) }),
  request({ what, draft }) {
    if (what === 'link') return { method: 'POST', path: LINK };
    if (what === 'unlink') return { method: 'DELETE', path: LINK };
    const picture = pictureRequest(what, OWN);
    if (picture !== null) return picture;
    const body = Object.fromEntries(['name', ...PROFILE_PARTS].map((part) => [part, (draft[part] ?? '').trim()]));
    return { method: 'PUT', path: OWN, body };
  },
  next: (answer, { what }) => (what === 'link' ? textOf(jsonOf(answer)['url']) : null),
  failure: MANAGE_TEXTS.profile,
};

/** What one prefers, as the form has it; an empty text: as the server has it. */
export interface PreferencesEntry extends Entry {
  readonly timeZone: string;
  readonly firstDay: string;
  readonly theme: string;
  readonly shortcuts: string;
}

const PREFERENCES = '/api/v4/user/preferences';

/** AP-09.63: what the product obeys wherever one is signed in. */
export const preferences: Noun = {
  isOne: true,
  changed: toSession,
  may: () => 'signing in',
  filters: [],
  list: () => ({ method: 'GET', path: PREFERENCES }),
  entryOf(json): PreferencesEntry | null {
    const { user_id, time_zone, first_day_of_week, theme, keyboard_shortcuts_enabled } = jsonOf(json);
    if (typeof user_id !== 'number') return null;
    return {
      id: String(user_id),
      timeZone: textOf(time_zone, ''),
      firstDay: typeof first_day_of_week === 'number' ? String(first_day_of_week) : '',
      theme: textOf(theme, ''),
      shortcuts: String(keyboard_shortcuts_enabled !== false),
    };
  },
  faults: () => ({}),
  request: ({ draft: { timeZone, firstDay = '', theme, shortcuts } }) => ({
    method: 'PUT',
    path: PREFERENCES,
    body: {
      time_zone: timeZone,
      first_day_of_week: firstDay === '' ? null : Number(firstDay),
      theme,
      keyboard_shortcuts_enabled: shortcuts === 'true',
    },
  }),
  failure: MANAGE_TEXTS.preferences,
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
