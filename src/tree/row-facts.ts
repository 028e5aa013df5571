import type { RowModel } from '@espalier/core';
import type { ItemFactsProps } from '../work-item/item-facts.tsx';

/** What a row of the tree says besides its title. */
export const factsOf = (model: RowModel): ItemFactsProps => ({
  labels: model.labels,
  counts: model.counts,
  progress: model.progress,
  weight: model.weight,
  milestone: model.milestone,
  due: model.dueText === null ? null : { text: model.dueText, label: `Due ${model.dueText}`, late: model.late },
  health: model.health === null ? model.healthCounts : [model.health],
  assignees: model.assignees,
  updated: updatedOf(model),
});

/** The last change where it is known, with the time that belongs to the state beside it. */
function updatedOf({ updatedAt, stateText, stateAt }: RowModel): ItemFactsProps['updated'] {
  if (updatedAt === null) return stateAt === null ? null : { what: stateText, at: stateAt };
  return { what: 'Updated', at: updatedAt, also: stateAt === null ? undefined : `${stateText} ${stateAt}` };
}
