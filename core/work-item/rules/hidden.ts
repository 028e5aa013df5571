import type { WorkItemType } from '../types.ts';
import { typeNoun } from './kinds.ts';

/** AP-09.100: why others than administrators do not see an item. */
export const hiddenTooltip = (type: WorkItemType): string =>
  `This ${typeNoun(type)} is hidden because its author has been banned`;
