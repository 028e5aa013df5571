import { ZOOM_TEXTS, zoomLinkIn } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { may } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

/** IE-01.50, IE-01.51: adds the Zoom meeting about an item of a project, or with null removes it. There is one at most. Answers the item's id. */
export function changeZoomLink(
  store: PlanStore,
  viewer: Viewer,
  { itemId, link }: { readonly itemId: number; readonly link: string | null },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { items } = change.store;
    const item = (await items.byId(viewer, [itemId], { forUpdate: true })).get(itemId);
    if (item === undefined || item.type === 'epic') hidden();
    if (!may(viewer, 'adminIssue', item)) denied();
    const has = item.zoom_link !== null;
    if (link === null && !has) refuse(422, ZOOM_TEXTS.notRemoved);
    if (link !== null && (has || zoomLinkIn(link) !== link)) refuse(422, ZOOM_TEXTS.notAdded);
    change.note(
      item,
      'pinned_embed',
      `${link === null ? 'removed a Zoom call from' : 'added a Zoom call to'} this issue`,
    );
    await items.update(itemId, { zoom_link: link });
    change.edited(itemId);
    change.events.add('zoomLink', itemId);
    return itemId;
  });
}
