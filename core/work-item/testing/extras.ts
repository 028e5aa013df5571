import type { ItemPage } from './item-page.ts';
import { extrasActions } from '../extras/actions.ts';
import { itemExtrasSaga } from '../extras/read.ts';
import { openItem } from './item-page.ts';

/** The page of item 1 of acme/app with what stands beside its fields. */
export async function openExtras(who: 'ada' | 'gus' | null = 'ada', options: Parameters<typeof openItem>[1] = {}) {
  const app = await openItem(who, options);
  app.planner.watch('itemExtras', itemExtrasSaga);
  await app.act(extrasActions.opened({ id: app.id, epic: null }));
  const userId = (username: string): number =>
    [...app.world.users.values()].find((user) => user.username === username)?.id ?? 0;
  const itemId = app.row()?.id ?? 0;
  /** Somebody reacts elsewhere. */
  const give = (username: string, name: string, of = itemId): void => {
    const id = app.world.nextId('awards');
    app.world.awards.set(id, { id, itemId: of, noteId: null, userId: userId(username), name });
  };
  return { ...app, userId, itemId, give };
}

export type ExtrasPage = Awaited<ReturnType<typeof openExtras>>;

/** Requests of this operation. */
export const askedOf = (app: Pick<ItemPage, 'server'>, what: string) =>
  app.server.calls.filter((call) => call.what.includes(what));
