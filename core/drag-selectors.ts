import { over } from './over.ts';
import * as tree from './tree/select/index.ts';

/** Apart from the others: it comes with the code of dragging. */
export const selectDropPlace = over(tree.selectDropPlace);
