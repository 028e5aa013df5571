import type { TextField } from './types.ts';
import { userAction } from '../store/action.ts';
import { formActions, type OfItem } from './form-actions.ts';

export const textActions = {
  ...formActions,
  /** `field`: where one begins to write; absent: in the description. */
  opened: userAction<OfItem & { field?: TextField }>('text/opened'),
  /** Of a conflict: what one has written oneself stays, and is to overwrite the other text. */
  kept: userAction<OfItem>('text/kept'),
  /** Of a conflict: what the others have written takes the place of one's own. */
  theirsTaken: userAction<OfItem>('text/theirsTaken'),
  /** Of a conflict: both texts stand in the form, with marks. */
  mergedByHand: userAction<OfItem>('text/mergedByHand'),
  /** Save, or Ctrl and Enter. */
  saveAsked: userAction<OfItem>('text/saveAsked'),
};
