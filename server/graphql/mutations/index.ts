import { epicMutations } from './epics.ts';
import { labelMutations } from './labels.ts';
import { workItemMutations } from './work-items.ts';

/** The mutations of the wire, by field name. */
export const mutations = { ...epicMutations, ...labelMutations, ...workItemMutations };

export type Mutations = typeof mutations;
