import { epicMutations } from './mutations/epics.ts';
import { labelMutations } from './mutations/labels.ts';
import { workItemMutations } from './mutations/work-items.ts';

/**
 * Resolvers of `Mutation`, by field name: `(input, ctx) => payload`. An object in a payload is a stub with its database id (`{ epic: { id } }`),
 * which the read side resolves within the viewer's rights.
 */
export const mutationResolvers = { ...epicMutations, ...labelMutations, ...workItemMutations };
