import type { AnyInverse } from '../sync/index.ts';
import { linkInverses } from '../link/inverse.ts';
import { roadmapInverses } from '../roadmap/inverse.ts';
import { sidebarInverses } from '../sidebar/inverse.ts';
import { removalInverses } from '../tree/inverse-removal.ts';
import { treeInverses } from '../tree/inverse.ts';
import { itemStateInverses } from '../work-item/state/inverse.ts';
import { epicStateInverses } from '../epic/inverse.ts';

/** Every edit that can be taken back, by its domain. What each looks at and how it is taken back is the domain's own. */
export const INVERSES: readonly AnyInverse[] = [
  ...treeInverses,
  ...removalInverses,
  ...roadmapInverses,
  ...sidebarInverses,
  ...linkInverses,
  ...epicStateInverses,
  ...itemStateInverses,
];
