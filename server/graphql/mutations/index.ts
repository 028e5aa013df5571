import { awardMutations } from './awards.ts';
import { epicMutations } from './epics.ts';
import { issueMutations } from './issues.ts';
import { iterationMutations } from './iterations.ts';
import { labelMutations } from './labels.ts';
import { memberMutations } from './members.ts';
import { noteMutations } from './notes.ts';
import { resourceLinkMutations } from './resource-links.ts';
import { timeMutations } from './time.ts';
import { workItemMutations } from './work-items.ts';

/** The mutations of the wire, by field name. */
export const mutations = {
  ...awardMutations,
  ...epicMutations,
  ...issueMutations,
  ...iterationMutations,
  ...labelMutations,
  ...memberMutations,
  ...noteMutations,
  ...resourceLinkMutations,
  ...timeMutations,
  ...workItemMutations,
};

export type Mutations = typeof mutations;
