import type { Gated, Keeping } from '../gate/index.ts';
import type { DraftKind } from '../store/drafts.ts';
import type { KeeperOptions } from './keeper.ts';
import { newEpicDraft } from '../epic/drafts.ts';
import { treeDraft } from '../tree/drafts.ts';
import { Keeper } from './keeper.ts';

export type { KeptIntent } from './record.ts';
export { KEEP_TEXTS } from './texts.ts';

/** The forms of the domains that are there from the start; one that is attached brings its own. */
const DRAFTS: readonly DraftKind[] = [treeDraft, newEpicDraft];

/** What the planner is given to keep what is typed and unsaved (`planner.keep`). */
export const keeper = (gated: Gated, { drafts, canIntend }: KeeperOptions): Keeping =>
  new Keeper(gated, { drafts: () => [...DRAFTS, ...drafts()], canIntend });
