import type { Gated, Keeping } from '../gate/index.ts';
import type { DraftKind } from '../store/drafts.ts';
import type { KeeperOptions } from './keeper.ts';
import { newEpicDraft } from '../epic/drafts.ts';
import { linkDraft } from '../link/drafts.ts';
import { treeDraft } from '../tree/drafts.ts';
import { Keeper } from './keeper.ts';

export type { KeptIntent } from './record.ts';
export { KEEP_TEXTS } from './texts.ts';

/** The forms whose texts are kept. */
const DRAFTS: readonly DraftKind[] = [treeDraft, newEpicDraft, linkDraft];

/** What the planner is given to keep what is typed and unsaved (`planner.keep`). */
export const keeper = (gated: Gated, { canIntend }: Pick<KeeperOptions, 'canIntend'>): Keeping =>
  new Keeper(gated, { drafts: DRAFTS, canIntend });
