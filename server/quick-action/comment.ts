import { type CommandsOutcome, type Intent, parseQuickActions } from '@espalier/core/quick-action/rules';
import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { addComment, BODY_MAX, type CommentInput, mayJoin, placeOfComment } from '../note/comment.ts';
import { lockFor, runCommands } from './execute.ts';

export interface Commented extends CommandsOutcome {
  /** Null: there was nothing but commands. */
  readonly id: number | null;
  readonly applied: readonly Intent[];
}

/** WI-10.122: a comment, and what its commands do, all in one transaction. A comment that is refused carries nothing out. */
export async function commentWithCommands(
  store: PlanStore,
  viewer: Viewer,
  input: CommentInput & { readonly origin: string },
  now: string,
): Promise<Outcome<Commented>> {
  // What is too long is refused as a text, and not read for commands before.
  const isShort = input.body.length <= BODY_MAX;
  const { body, commands } = isShort ? parseQuickActions(input.body) : { body: input.body, commands: [] };
  const comment = { ...input, body };
  if (commands.length === 0) {
    const outcome = await addComment(store, viewer, comment, now);
    return outcome.ok ? { ok: true, value: { id: outcome.value, done: [], refused: [], applied: [] } } : outcome;
  }
  return changePlan(store, viewer, now, async (change) => {
    const item = (await change.store.items.byId(viewer, [input.itemId])).get(input.itemId) ?? hidden();
    // Whoever may not comment waits for nobody, and keeps nobody waiting.
    if (!mayJoin(viewer, item)) denied();
    await lockFor(change, commands);
    let id: number | null = null;
    if (body === '') await placeOfComment(change, input);
    else {
      const added = await addComment(change.store, viewer, comment, now);
      if (!added.ok) refuse(added.status, ...added.errors);
      id = added.value;
    }
    const { itemId, origin } = input;
    const { done, refused, applied } = await runCommands({
      store: change.store,
      viewer,
      itemId,
      commands,
      now,
      origin,
    });
    return { id, done, refused, applied };
  });
}
