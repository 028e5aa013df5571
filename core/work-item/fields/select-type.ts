import type { GlobalId, WorkItemType } from '../types.ts';
import type { WidgetName } from '../entity.ts';
import { createSelector, lruMemoize } from 'reselect';
import { sameData } from '../../entities/index.ts';
import { listInWords, TYPE_ICONS, TYPE_NAMES, typeNoun } from '../rules.ts';
import { faultOfType, typesOffered, widgetsLost } from './convert.ts';
import { fieldsItem, type FieldsItem, type FieldsRoot } from './edit.ts';

/** What the dialog says that changes the type of an item (WI-13). It comes with the dialog. */

export const TYPE_TEXTS = {
  title: 'Change type',
  field: 'Type',
  kept: 'It is kept, and is there again with a type that shows it.',
} as const;

interface Part {
  readonly title: string;
  readonly isFilled: (item: FieldsItem) => boolean;
}

/** The parts that a type may hide. Parents and children are none of them: they must fit. */
const PARTS: Readonly<Record<Exclude<WidgetName, 'hierarchy'>, Part>> = {
  assignees: { title: 'Assignees', isFilled: ({ assignees }) => assignees.length > 0 },
  labels: { title: 'Labels', isFilled: ({ labels }) => labels.length > 0 },
  milestone: { title: 'Milestone', isFilled: ({ milestone }) => milestone !== null },
  dates: { title: 'Dates', isFilled: ({ startDate, dueDate }) => startDate !== null || dueDate !== null },
  iteration: { title: 'Iteration', isFilled: ({ iteration }) => iteration !== null },
  weight: { title: 'Weight', isFilled: ({ weight }) => weight !== null },
  health: { title: 'Health status', isFilled: ({ healthStatus }) => healthStatus !== null },
  progress: { title: 'Progress', isFilled: ({ progress }) => progress !== null },
};

/** WI-13.13: `Not shown by a task: Milestone and Weight.` and that they are kept; null: the type shows everything. */
function hiddenText(item: FieldsItem, to: WorkItemType): string | null {
  const hidden = widgetsLost(item.type, to).flatMap((name) =>
    name !== 'hierarchy' && PARTS[name].isFilled(item) ? [PARTS[name].title] : [],
  );
  if (hidden.length === 0) return null;
  const noun = typeNoun(to);
  const by = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  return `Not shown by ${by}: ${listInWords(hidden)}. ${TYPE_TEXTS.kept}`;
}

/** WI-13.10, WI-13.11: what an item can be made; null: this viewer can make it nothing. */
export const selectTypeChoices = createSelector(
  [(root: FieldsRoot) => root, (_: FieldsRoot, id: GlobalId) => id],
  (root, id) => {
    const item = fieldsItem(root, id);
    const types = typesOffered(root, id);
    if (item === null || types.length === 0) return null;
    return types.map((type) => ({
      type,
      name: TYPE_NAMES[type],
      icon: TYPE_ICONS[type],
      fault: faultOfType(root, id, type),
      hidden: hiddenText(item, type),
    }));
  },
  { memoize: lruMemoize, memoizeOptions: { resultEqualityCheck: sameData } },
);

export type TypeChoice = NonNullable<ReturnType<typeof selectTypeChoices>>[number];
