import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { Front } from './front.ts';
import type { Stage } from './stage.ts';
import { noteActions, selectActivity } from '@espalier/core/note';
import { itemOf, openItem } from './operations-items.ts';

/** What a person does with the comments of an item, on its page or over one. */

type Activity = ReturnType<typeof selectActivity>;
type Run = (front: Front, activity: Activity, itemId: string, picks: Picks, sim: Stage) => boolean | void;

/** Does something with comments that are shown. Where there are none yet, those of the item that is shown are, or one is opened. */
const onNotes = (weight: number, run: Run): Operation => ({
  part: 'notes',
  weight,
  run(client, picks, sim) {
    const isOver = client.over.pages.item !== null && picks.once(3);
    const front: Front = isOver ? client.over : client;
    const { pages, state, place } = front;
    if (pages.item === null) return openItem(client, picks, sim);
    const item = itemOf(front);
    if (item === null) return false;
    if (pages.notes === item.id) {
      const activity = selectActivity(state, place);
      // Every answered edit has a reading begin anew: on a slow line it would never end. Who waits for it does not write on.
      const isReading = activity.status === 'loading' || activity.loadingMore;
      return !isReading && run(front, activity, item.id, picks, sim) !== false;
    }
    pages.closeNotes();
    pages.openNotes(item.id);
    return true;
  },
});

/** The words of a form are sent as it is closed; sometimes a second text follows at once. */
function write(front: Front, itemId: string, target: string, picks: Picks, sim: Stage): void {
  for (let times = picks.once(4) ? 2 : 1; times > 0; times -= 1) {
    const internal = target === itemId ? { internal: picks.once(4) } : {};
    front.do(noteActions.typed({ target, itemId, body: `comment ${sim.nextTitle()}`, ...internal }));
    front.do(noteActions.commented({ target }));
  }
}

/** Those that the server has. */
const madeIn = ({ discussions }: Activity): Activity['discussions'][number]['notes'] =>
  discussions.flatMap(({ notes }) => notes.filter(({ createdAt }) => createdAt !== null));

export const NOTE_OPERATIONS: Readonly<Record<string, Operation>> = {
  comment: onNotes(12, (front, { signedIn }, itemId, picks, sim) => {
    if (!signedIn) return false;
    write(front, itemId, itemId, picks, sim);
    return true;
  }),
  reply: onNotes(16, (front, { discussions }, itemId, picks, sim) => {
    const discussion = picks.of(discussions.filter(({ mayReply }) => mayReply));
    if (discussion === undefined) return false;
    write(front, itemId, discussion.id, picks, sim);
    return true;
  }),
  editNote: onNotes(9, (front, activity, itemId, picks, sim) => {
    const note = picks.of(madeIn(activity).filter(({ canAdmin }) => canAdmin));
    if (note === undefined) return false;
    const { id: target, internal } = note;
    front.do(noteActions.typed({ target, itemId, body: `comment ${sim.nextTitle()}`, internal }));
    front.do(picks.once(6) ? noteActions.formClosed({ target }) : noteActions.edited({ target }));
    return true;
  }),
  deleteNote: onNotes(4, (front, activity, itemId, picks) => {
    const note = picks.of(madeIn(activity).filter(({ canAdmin }) => canAdmin));
    if (note === undefined) return false;
    front.do(noteActions.deleted({ id: note.id, itemId }));
    return true;
  }),
  resolve: onNotes(5, (front, { discussions }, itemId, picks) => {
    const discussion = picks.of(discussions.filter(({ mayResolve }) => mayResolve));
    if (discussion === undefined) return false;
    front.do(noteActions.resolveToggled({ itemId, id: discussion.id }));
    return true;
  }),
  reactToNote: onNotes(6, (front, activity, itemId, picks) => {
    const note = picks.of(madeIn(activity).filter(({ reactions }) => reactions !== null));
    if (note === undefined) return false;
    front.do(noteActions.reactionToggled({ itemId, id: note.id, emoji: picks.once(2) ? 'eyes' : 'thumbsup' }));
    return true;
  }),
  foldDiscussion: onNotes(4, (front, { discussions }, _, picks) => {
    const discussion = picks.of(discussions.filter(({ fold }) => fold !== null));
    if (discussion === undefined) return false;
    front.do(noteActions.folded({ id: discussion.id, folded: !discussion.folded }));
    return true;
  }),
  moreNotes: onNotes(3, (front, { hasMore }) => {
    if (!hasMore) return false;
    front.do(noteActions.moreAsked());
    return true;
  }),
  sortNotes: onNotes(1, (front, { newestFirst }) => {
    front.do(noteActions.sortChosen({ newestFirst: !newestFirst }));
    return true;
  }),
  retryNotes: onNotes(2, (front) => retryNotes(front)),
  closeNotes: onNotes(1, ({ pages }) => pages.closeNotes()),
};

/** Reads again what could not be read, or was not there. */
export function retryNotes(front: Front): boolean {
  const isUnread = ['failed', 'missing'].includes(selectActivity(front.state, front.place).status);
  if (isUnread) front.do(noteActions.retried());
  return isUnread;
}
