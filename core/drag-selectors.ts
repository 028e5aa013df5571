import { over } from './selectors.ts';
import * as tree from './tree/select/index.ts';

/** Apart from the other selectors: it is loaded with the code of dragging. */
export const selectDropPlace = over(tree.selectDropPlace);
