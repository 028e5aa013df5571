import type { Gated, Keeping } from '../gate/index.ts';
import type { DraftKind } from '../store/drafts.ts';
import { newEpicDraft } from '../epic/drafts.ts';
import { linkDrafts } from '../link/drafts.ts';
import { newIssueDraft } from '../new-issue/drafts.ts';
// An earlier tab may have sent some: they are sent again (RP-02.38).
import '../new-issue/mutations.ts';
import '../note/mutations.ts';
import { noteDrafts } from '../note/drafts.ts';
import { manageDraft } from '../manage/drafts.ts';
import { textDrafts } from '../text/drafts.ts';
import { overTreeDraft, treeDraft } from '../tree/drafts.ts';
import { itemTitleDrafts } from '../work-item/drafts.ts';
import { Keeper } from './keeper.ts';

export { KEEP_TEXTS } from './record.ts';

const DRAFTS: readonly DraftKind[] = [
  treeDraft,
  overTreeDraft,
  newEpicDraft,
  ...linkDrafts,
  ...noteDrafts,
  ...textDrafts,
  manageDraft,
  newIssueDraft,
  ...itemTitleDrafts,
];

/** What the planner is given to keep what is typed and unsaved (`planner.keep`). */
export const keeper = (gated: Gated): Keeping => new Keeper(gated, DRAFTS);
