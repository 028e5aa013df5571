import { put, select } from 'typed-redux-saga';
import { groupMember } from '../api/rest.ts';
import type { Ports } from '../ports/index.ts';
import { ask } from './effects.ts';
import { selectCurrentUser, selectSessionKnown } from './select.ts';
import { accessActions, type AccessState } from './slice.ts';

/** EP-18.23: the viewer's role in the group that is looked at. GraphQL names no right to create epics on a group, REST names the role. */

interface Root {
  readonly access: AccessState;
}

/** The statuses with which a server says that there is no role, or that it tells nobody. */
const NO_ROLE = [401, 403, 404];

const numberOf = (globalId: string): string => globalId.slice(globalId.lastIndexOf('/') + 1);

/** Reads the role; an administrator needs none, a visitor has none, which is known at once. Started anew by another group or another person. */
export function* readGroupRole({ rest }: Ports): Generator {
  const groupPath = yield* select((state: Root) => state.access.role.groupPath);
  if (groupPath === null || !(yield* select(selectSessionKnown))) return;
  const user = yield* select(selectCurrentUser);
  if (user === null || user.admin) {
    yield* put(accessActions.groupRoleReceived({ groupPath, level: null }));
    return;
  }
  const reply = yield* ask<{ access_level?: unknown }>(() => rest.request(groupMember(groupPath, numberOf(user.id))));
  if (!reply.ok && !NO_ROLE.includes(reply.error.status ?? 0)) {
    yield* put(accessActions.groupRoleFailed({ groupPath }));
    return;
  }
  const level = reply.ok ? reply.data.access_level : null;
  yield* put(accessActions.groupRoleReceived({ groupPath, level: typeof level === 'number' ? level : null }));
}
