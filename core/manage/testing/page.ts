import { createPlanner } from '../../planner.ts';
import { record } from '../../replay/index.ts';
import { accessActions } from '../../access/index.ts';
import { FakePorts, settle } from '../../testing/index.ts';
import { manageActions, manageSaga, selectManage, type ManagedPage } from '../index.ts';

const LABELS = { noun: 'labels', kind: 'group', fullPath: 'acme' } as const;

/** A planner in which a page has been opened, recorded, over fake ports. */
export async function openPage(
  shown: ManagedPage = LABELS,
  user: { readonly admin?: boolean } | null = { admin: true },
) {
  const fake = new FakePorts();
  const recording = record({ hashEvery: 1 });
  const planner = createPlanner(fake.ports, { middleware: [recording.middleware] });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  const given = { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada' };
  const session = { features: {}, settings: {}, firstRun: false };
  planner.watch('manage', manageSaga);
  await act(
    accessActions.sessionReceived({ ...session, user: user && { ...given, admin: false, ...user } }),
    manageActions.opened({ page: shown }),
  );
  const state = () => planner.store.getState();
  const count = (what: string) => fake.calls.filter((call) => call.what === what).length;
  return { fake, recording, act, state, count, manage: () => selectManage(state()) };
}
