import { addMember, changeMembers, type MemberPlace, removeMember } from '../../server/member/change.ts';
import { refusedMember } from '../../server/rest/writes/member-refusals.ts';
import { type Context, type Handler, numberIn, ok, pathOrId, type Route } from './rest-context.ts';

/** Who gets, has or loses a role in a group or project: the real commands, answered without the member that they leave. */

const placeOf = (kind: MemberPlace['kind'], { params }: Context): MemberPlace => ({
  kind,
  pathOrId: pathOrId(params['id']),
});

const levelOf = ({ fields }: Context): number => fields().integer('access_level') ?? 0;

const post =
  (kind: MemberPlace['kind']): Handler =>
  async (context) => {
    const { store, rights, fields } = context;
    const userId = fields().integer('user_id') ?? 0;
    const input = { place: placeOf(kind, context), userId, level: levelOf(context) };
    const outcome = await addMember(store, rights.viewer, input, rights.world.now());
    return outcome.ok ? ok({ id: userId }, 201) : refusedMember(outcome);
  };

const put =
  (kind: MemberPlace['kind']): Handler =>
  async (context) => {
    const { store, rights, params } = context;
    const userId = numberIn(params['user']);
    const input = { place: placeOf(kind, context), userIds: [userId], level: levelOf(context) };
    const outcome = await changeMembers(store, rights.viewer, input, rights.world.now());
    return outcome.ok ? ok({ id: userId }) : refusedMember(outcome);
  };

const remove =
  (kind: MemberPlace['kind']): Handler =>
  async (context) => {
    const { store, rights, params } = context;
    const input = { place: placeOf(kind, context), userId: numberIn(params['user']) };
    const outcome = await removeMember(store, rights.viewer, input, rights.world.now());
    return outcome.ok ? ok(null, 204) : refusedMember(outcome);
  };

export const MEMBER_CHANGES: readonly Route[] = (['group', 'project'] as const).flatMap((kind): Route[] => {
  const list = `^/api/v4/${kind}s/(?<id>[^/]+)/members`;
  return [
    ['POST', new RegExp(`${list}$`), post(kind)],
    ['PUT', new RegExp(`${list}/(?<user>\\d+)$`), put(kind)],
    ['DELETE', new RegExp(`${list}/(?<user>\\d+)$`), remove(kind)],
  ];
});
