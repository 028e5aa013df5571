import { setIssueSubscription } from '../../work-item/subscribe.ts';
import { iidOf } from './ids.ts';
import type { IssueSetSubscriptionInput } from './inputs.ts';
import { mutation } from './mutation.ts';

const issuePayload = (id: number) => ({ issue: { id } });

/** Changes of an item of a project by its project and number: the issue mutations of the wire. */
export const issueMutations = {
  issueSetSubscription: mutation(
    async (store, { projectPath, iid, subscribedState }: IssueSetSubscriptionInput, { viewer, now }) =>
      setIssueSubscription(store, viewer, { projectPath, iid: iidOf(iid), subscribed: subscribedState }, now),
    issuePayload,
  ),
};
