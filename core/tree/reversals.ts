import type { GlobalId } from '../work-item/types.ts';
import { makingEvent, serverEvent } from '../store/action.ts';

/** A child that was taken out of its parent and comes back (RP-02.215). */
export interface Restoral {
  readonly id: GlobalId;
  readonly parentId: GlobalId;
  /** `item`: of a work item, which says itself under which parent it is. */
  readonly kind: 'epic' | 'issue' | 'item';
  /** The long form, `group&12` or `group/project#7`. */
  readonly reference: string;
  /** Its former neighbours; null: there was none. */
  readonly before: GlobalId | null;
  readonly after: GlobalId | null;
}

/** Edits that take others back and that nothing else makes. Their code comes with that of the commands. */
export const treeReversals = {
  /** `meta.id` is the idempotency key. */
  restoreAsked: makingEvent<Restoral>('tree/restoreAsked'),
  /** A removal that was taken back is made once more; nobody is asked again. */
  removalRepeated: makingEvent<Restoral>('tree/removalRepeated'),
  /** It was not done; `meta.settles` names it. `unknown`: no answer that can be read came, it may have been done. */
  reversalRefused: serverEvent<{ id: GlobalId; parentId: GlobalId; unknown?: boolean }>('tree/reversalRefused'),
};
