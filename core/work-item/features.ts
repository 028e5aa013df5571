import type { AccessState } from '../access/slice.ts';
import type { ChildrenTexts } from './rules.ts';
import type { ItemRecords } from './entity.ts';
import type { WorkItemPageState } from './slice.ts';
import { createSelector } from 'reselect';
import { selectWorkItem } from './select.ts';
import { childrenTexts, hasOwnPage } from './rules.ts';

interface Root {
  readonly access: AccessState;
  readonly workItem: WorkItemPageState;
  readonly confirmed: ItemRecords;
}

/** EP-16.3: as long as nobody has said which features there are, nothing is taken away. */
const workItemsMvc = ({ access: { session } }: Root): boolean =>
  session.status !== 'ready' || session.features['workItemsMvc'] === true;

const type = (root: Root) => selectWorkItem(root)?.type ?? null;

/** What of the page of an item is switched on. */
export interface ItemPageParts {
  /** False: there is no page of items of this type. */
  readonly page: boolean;
  /** Null: no list of children. */
  readonly children: ChildrenTexts | null;
}

/** EP-16.3: without work items MVC there are no lists of children, and no pages but those of issues and incidents. */
export const selectItemPageParts = createSelector(
  [workItemsMvc, type, (root: Root) => selectWorkItem(root)?.widgets.includes('hierarchy') === true],
  (isOn, itemType, mayHaveChildren): ItemPageParts => ({
    page: itemType === null || isOn || hasOwnPage(itemType),
    children: itemType !== null && isOn && mayHaveChildren ? childrenTexts(itemType) : null,
  }),
);
