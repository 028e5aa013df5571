import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { BULK_OPERATIONS } from './operations-bulk.ts';
import { EPIC_OPERATIONS } from './operations-epic.ts';
import { ITEM_OPERATIONS } from './operations-items.ts';
import { LINK_OPERATIONS } from './operations-links.ts';
import { LIST_OPERATIONS } from './operations-lists.ts';
import { NOTE_OPERATIONS } from './operations-notes.ts';
import { OVER_OPERATIONS } from './operations-over.ts';
import { OVER_EPIC_OPERATIONS } from './operations-over-epic.ts';
import { ROADMAP_OPERATIONS } from './operations-roadmap.ts';
import { SIDEBAR_OPERATIONS } from './operations-sidebar.ts';
import { TEXT_OPERATIONS } from './operations-texts.ts';

/** Everything that a person does in a planner: a capability adds its table. */
export const ALL_OPERATIONS: Readonly<Record<string, Operation>> = {
  ...OPERATIONS,
  ...EPIC_OPERATIONS,
  ...LIST_OPERATIONS,
  ...ROADMAP_OPERATIONS,
  ...SIDEBAR_OPERATIONS,
  ...LINK_OPERATIONS,
  ...ITEM_OPERATIONS,
  ...OVER_OPERATIONS,
  ...BULK_OPERATIONS,
  ...OVER_EPIC_OPERATIONS,
  ...TEXT_OPERATIONS,
  ...NOTE_OPERATIONS,
};
