import type { Linking } from './linking.ts';
import { selectVisible } from '../../planner.ts';
import { entries } from '../../table/index.ts';
import { treeActions } from '../../tree/index.ts';
import { epicGid } from './linking.ts';

/** Opens the tree of the newest epic; `blocked` tells what its rows say of their blockers. */
export async function tree(
  app: Linking,
): Promise<{ readonly iid: string; readonly blocked: () => [string, number][] }> {
  const parent = [...app.world.items.values()].filter(({ type }) => type === 'epic').at(-1);
  if (parent === undefined) throw new RangeError('there is no epic');
  const iid = String(parent.iid);
  await app.act(
    treeActions.opened({
      root: {
        kind: 'epic',
        id: epicGid(parent.id),
        iid,
        fullPath: 'acme',
        title: parent.title,
        reference: `acme&${iid}`,
        confidential: false,
        type: 'epic',
        groupId: `gid://gitlab/Group/${parent.groupId}`,
        groupName: 'Acme',
        permissions: { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true },
      },
      config: { userSignedIn: true },
    }),
  );
  return {
    iid,
    blocked: () =>
      [...entries(selectVisible(app.state()).items)]
        .filter(([id]) => id !== epicGid(parent.id))
        .map(([, item]) => [item.title, item.blockedByCount ?? 0]),
  };
}
