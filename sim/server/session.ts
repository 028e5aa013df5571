import type { FirstRunInput } from '@espalier/core/access';
import { firstRunFaults, passwordFault } from '@espalier/core/access';
import { EMOJI_NAMES } from '@espalier/core/filter/rules';
import type { MemoryStore } from '../../server/store/memory/index.ts';
import type { Rights } from '../../server/store/memory/rights.ts';
import { BASE_URL, gid } from './addresses.ts';
import type { RestAnswer } from '../../server/rest/types.ts';
import type { RestCall } from './rest-context.ts';
import { answerTokens } from './tokens.ts';
import type { World } from '../../server/store/memory/world.ts';

/** Who has signed in; it changes with signing in and out. */
export interface Person {
  id: number | null;
}

/** Who asks: what they see of the world, and the store through which they change it. */
export interface Session {
  readonly store: MemoryStore;
  readonly rights: Rights;
}

/** Signing in and out, one's password and tokens, and the first run. Null where the call is none of these; `viewerId` changes with what happened. */
export function answerSession(
  world: World,
  viewer: Person,
  { method, path, body, query }: RestCall,
): RestAnswer | null {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  switch (`${method} ${path}`) {
    case 'GET /-/session.json':
      return { status: 200, body: sessionJson(world, viewer.id) };
    case 'GET /-/autocomplete/award_emojis':
      return { status: 200, body: viewer.id === null ? [] : EMOJI_NAMES.map((name) => ({ name })) };
    case 'POST /-/sign-in': {
      const user = [...world.users.values()].find(
        ({ username, password }) =>
          username === fields['username'] && password !== null && password === fields['password'],
      );
      if (user === undefined) return { status: 401, body: { message: 'Invalid login or password.' } };
      viewer.id = user.id;
      return { status: 200, body: sessionJson(world, viewer.id) };
    }
    case 'POST /-/sign-out':
      viewer.id = null;
      return { status: 204, body: null };
    case 'POST /-/password':
      return changePassword(world, viewer.id, fields);
    case 'POST /-/first-run':
      return firstRun(world, viewer, fields as unknown as FirstRunInput);
    default:
      return answerTokens(world, viewer.id, { method, path, body, query });
  }
}

/** RP-02.111 as the server has it: where there is a password, the change must name it. */
function changePassword(world: World, viewerId: number | null, fields: Readonly<Record<string, unknown>>): RestAnswer {
  if (viewerId === null) return { status: 401, body: { message: '401 Unauthorized' } };
  const user = world.user(viewerId);
  const { currentPassword, password } = fields;
  const fault = typeof password === 'string' ? passwordFault(password) : 'is not valid';
  if (typeof password !== 'string' || fault !== null) {
    return { status: 422, body: { message: `Password ${fault}.` } };
  }
  if (user.password !== null && user.password !== currentPassword) {
    return { status: 422, body: { message: 'The current password is wrong.' } };
  }
  world.users.set(viewerId, { ...user, password });
  return { status: 204, body: null };
}

const isFirstRun = (world: World): boolean => world.groups.size === 0 && world.users.size === 1;

function sessionJson(world: World, viewerId: number | null) {
  const user = viewerId === null ? null : world.user(viewerId);
  return {
    user:
      user === null
        ? null
        : {
            id: gid('User', user.id),
            username: user.username,
            name: user.name,
            avatarUrl: null,
            webUrl: `${BASE_URL}/${user.username}`,
            admin: user.admin,
          },
    csrfToken: user === null ? null : `csrf-of-${user.username}`,
    features: { epicColorHighlight: true, workItemsMvc: true, workItemsMvc2: true, iterations: true },
    settings: {
      allowSubEpics: true,
      allowIssuableHealthStatus: true,
      allowScopedLabels: true,
      roadmapEpicsLimit: world.epicsLimit,
    },
    firstRun: isFirstRun(world),
  };
}

function firstRun(world: World, viewer: Person, input: FirstRunInput): RestAnswer {
  if (!isFirstRun(world)) return { status: 404, body: { message: '404 Not Found' } };
  const faults = Object.entries(firstRunFaults(input)).map(([field, fault]) => [field, [fault]] as const);
  if (faults.length > 0) return { status: 422, body: { errors: Object.fromEntries(faults) } };
  const { group, project, user } = input;
  viewer.id = world.addUser({ ...user, admin: true });
  const groupId = world.addGroup(group);
  world.addMember({ userId: viewer.id, groupId, level: 50 });
  world.addProject({ ...project, groupId });
  return { status: 201, body: { webUrl: `/groups/${group.path}`, ...sessionJson(world, viewer.id) } };
}
