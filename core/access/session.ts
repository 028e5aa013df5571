import { PersonPageOperation, type PersonPageQuery } from '../api/generated/operations.ts';
import { groupMember } from '../api/rest.ts';
import { query } from '../query/index.ts';
import { jsonOf, textOf } from '../api/wire-parts.ts';
import { failureText, isHidden } from './failures.ts';

/** What the page of a person shows. `id`: `gid://gitlab/User/1`. */
export type PersonDetails = NonNullable<PersonPageQuery['user']>;

export interface SessionUser extends PersonDetails {
  readonly admin: boolean;
}

/** The viewer and what this server offers. The CSRF token of the same answer is a secret and stays in the REST port. */
export interface Session {
  /** Null: not signed in. */
  readonly user: SessionUser | null;
  readonly features: Readonly<Record<string, boolean>>;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** True while the server has no group, project and person yet. */
  readonly firstRun: boolean;
}

export const NO_SESSION: Session = { user: null, features: {}, settings: {}, firstRun: false };

const text = (value: unknown): string => textOf(value, '');

/** RP-02.101: takes in only the fields it knows, so that the answer's CSRF token never reaches the state; absent parts are empty. */
export function sessionOf(answer: unknown): Session {
  const { user, features, settings, firstRun } = jsonOf(answer);
  return {
    user: userOf(user),
    features: Object.fromEntries(Object.entries(jsonOf(features)).map(([name, on]) => [name, on === true])),
    settings: Object.fromEntries(
      Object.entries(jsonOf(settings)).filter((entry): entry is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof entry[1]),
      ),
    ),
    firstRun: firstRun === true,
  };
}

function userOf(value: unknown): SessionUser | null {
  const user = jsonOf(value);
  if (text(user['username']) === '') return null;
  return {
    id: text(user['id']),
    username: text(user['username']),
    name: text(user['name']),
    avatarUrl: textOf(user['avatarUrl']),
    webUrl: text(user['webUrl']),
    admin: user['admin'] === true,
  };
}

/** RP-02.103: where to go after signing in: a path on this server, never another address. */
export function returnPath(wanted: string | null | undefined): string {
  return typeof wanted === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted) ? wanted : '/';
}

/** The switches of the product (EP-16), under the names that GitLab gives them. A server names those that are on in its session. */
export const FEATURES = ['epicColorHighlight', 'workItemsMvc', 'workItemsMvc2', 'iterations'] as const;

export type Feature = (typeof FEATURES)[number];

export type Features = Readonly<Record<Feature, boolean>>;

/** EP-16.2: all on but these. */
export const featuresBut = (off: readonly Feature[]): Features =>
  Object.fromEntries(FEATURES.map((name) => [name, !off.includes(name)])) as Record<Feature, boolean>;

export const isFeature = (text: string): text is Feature => (FEATURES as readonly string[]).includes(text);

/** RP-02.112: who does not exist and who is hidden are missing alike. */
export const personPage = query('access/person', {
  key: ({ username }: { readonly username: string }) => username,
  request: ({ username }) => [PersonPageOperation, { username }],
  decode: ({ user }: PersonPageQuery) => user,
  failure: (error) => failureText(error, 'Something went wrong while fetching the person.'),
});

const numberOf = (globalId: string): string => globalId.slice(globalId.lastIndexOf('/') + 1);

export interface RoleOf {
  readonly groupPath: string;
  readonly userId: string;
}

/** EP-18.23: the viewer's role in the group that is shown; a refusal means none. GraphQL has no permission to create epics on a group; REST has the role. */
export const groupRole = query('access/groupRole', {
  key: ({ groupPath, userId }: RoleOf) => `${groupPath} ${userId}`,
  request: ({ groupPath, userId }) => groupMember(groupPath, numberOf(userId)),
  decode: ({ access_level: level }: { readonly access_level?: unknown }) => ({
    level: typeof level === 'number' ? level : null,
  }),
  hides: isHidden,
});
