import type { PersonPageQuery } from '../api/generated/operations.ts';
import { PersonPageOperation } from '../api/generated/operations.ts';
import { groupMember } from '../api/rest.ts';
import { query } from '../query/index.ts';
import { failureText } from './failures.ts';

/** RP-02.112: who does not exist and who is hidden are missing alike. */
export const personPage = query('access/person', {
  key: ({ username }: { readonly username: string }) => username,
  request: ({ username }) => [PersonPageOperation, { username }],
  decode: ({ user }: PersonPageQuery) => user,
  failure: (error) => failureText(error, 'Something went wrong while fetching the person.'),
});

/** The statuses by which a server says that there is no role, or that it does not tell. */
const NO_ROLE: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

const numberOf = (globalId: string): string => globalId.slice(globalId.lastIndexOf('/') + 1);

/** Whose role in which group. */
export interface RoleOf {
  readonly groupPath: string;
  readonly userId: string;
}

/** EP-18.23: the viewer's role in the group that is shown. GraphQL has no permission to create epics on a group; REST has the role. */
export const groupRole = query('access/groupRole', {
  key: ({ groupPath, userId }: RoleOf) => `${groupPath} ${userId}`,
  request: ({ groupPath, userId }) => groupMember(groupPath, numberOf(userId)),
  decode: ({ access_level: level }: { readonly access_level?: unknown }) => ({
    level: typeof level === 'number' ? level : null,
  }),
  hides: ({ status }) => NO_ROLE.has(status),
});
