import { changeZoomLink } from '../../work-item/zoom.ts';
import { databaseId } from './ids.ts';
import type { IssuableResourceLinkCreateInput, IssuableResourceLinkDestroyInput } from './inputs.ts';
import { mutation } from './mutation.ts';

export const resourceLinkMutations = {
  issuableResourceLinkCreate: mutation(
    async (store, { id, link }: IssuableResourceLinkCreateInput, { viewer, now }) =>
      changeZoomLink(store, viewer, { itemId: databaseId(id, 'Issue'), link }, now),
    (id) => ({ issuableResourceLink: { id } }),
  ),
  issuableResourceLinkDestroy: mutation(
    async (store, { id }: IssuableResourceLinkDestroyInput, { viewer, now }) => {
      const itemId = databaseId(id, 'IncidentManagement::IssuableResourceLink');
      return changeZoomLink(store, viewer, { itemId, link: null }, now);
    },
    () => ({ issuableResourceLink: null }),
  ),
};
