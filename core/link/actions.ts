import type { NoticeDraft } from '../store/types.ts';
import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { CompletionAnswer, NamedItem } from '../tree/rules.ts';
import type { LinkType } from './rules.ts';
import type { BlockedItem, Blocker, Closing, LinkedItem, LinkedMergeRequest, LinkForm, LinkSubject } from './types.ts';
import { makingEvent, serverEvent, userEvent } from '../store/action.ts';

/** A link that is taken away. `relationPath` as the list gave it. */
export interface LinkRemoval {
  readonly subjectId: GlobalId;
  readonly id: GlobalId;
  readonly kind: LinkedItem['kind'];
  readonly relationPath: string;
}

/** A link that was taken away and is made again, by `references` that mean the item to `endpoint`. */
export interface LinkRestoral {
  readonly subjectId: GlobalId;
  readonly id: GlobalId;
  readonly endpoint: string;
  /** As it was before it was taken away. */
  readonly link: LinkedItem;
}

/** What a person does. */
export const linkActions = {
  /** Also with other rights or another state of the same item. */
  opened: userEvent<{ subject: LinkSubject }>('link/opened'),
  closed: userEvent('link/closed'),
  retried: userEvent('link/retried'),
  /** `restored`: with what was typed before, and not by the person. */
  formOpened: userEvent<{ restored?: true } | void>('link/formOpened'),
  formClosed: userEvent('link/formClosed'),
  typeChosen: userEvent<{ linkType: LinkType }>('link/typeChosen'),
  /** `caret` counts UTF-16 units. */
  referencesTyped: userEvent<{ text: string; caret: number }>('link/referencesTyped'),
  referencesLeft: userEvent('link/referencesLeft'),
  referenceRemoved: userEvent<{ index: number }>('link/referenceRemoved'),
  completionChosen: userEvent<{ reference: string }>('link/completionChosen'),
  completionClosed: userEvent('link/completionClosed'),
  /** `meta.id` becomes the idempotency key. */
  submitted: makingEvent('link/submitted'),
  /** Shown at once; `meta.id` is the intent and its idempotency key. */
  removed: makingEvent<LinkRemoval>('link/removed'),
  /** A removal is taken back (RL-01.32): shown at once; `meta.id` is the intent and its idempotency key. */
  restored: makingEvent<LinkRestoral>('link/restored'),
  /** The sign of a blocked item was pointed at or focused for the first time. */
  blockersAsked: userEvent<BlockedItem>('link/blockersAsked'),
  /** Somebody wants to close it. */
  closingAsked: userEvent<Omit<BlockedItem, 'count'>>('link/closingAsked'),
  closingEnded: userEvent('link/closingEnded'),
};

/** What the server or the clock said. */
export const linkAnswers = {
  started: serverEvent<{ today: CivilDate }>('link/started'),
  /** `behind`: the answer was older than what is known; the list is put together of both, and is read again (RL-01.38). */
  listRead: serverEvent<{ subjectId: GlobalId; links: readonly LinkedItem[]; behind?: true }>('link/listRead'),
  listFailed: serverEvent<{ subjectId: GlobalId }>('link/listFailed'),
  mergeRequestsRead: serverEvent<{ subjectId: GlobalId; list: readonly LinkedMergeRequest[] }>(
    'link/mergeRequestsRead',
  ),
  mergeRequestsFailed: serverEvent<{ subjectId: GlobalId }>('link/mergeRequestsFailed'),
  completionRead: serverEvent<{ serial: number } & CompletionAnswer>('link/completionRead'),
  /** RL-02.3 */
  referencesRead: serverEvent<{ serial: number; items: readonly NamedItem[] }>('link/referencesRead'),
  /** The whole list, with what was added; `behind` as in `listRead`: the list as it is known, without. */
  added: serverEvent<{ subjectId: GlobalId; serial: number; links: readonly LinkedItem[]; behind?: true }>(
    'link/added',
  ),
  refused: serverEvent<{ serial: number; error: NonNullable<LinkForm['error']>; answered: boolean }>('link/refused'),
  removalConfirmed: serverEvent<{ subjectId: GlobalId; id: GlobalId }>('link/removalConfirmed'),
  removalRefused: serverEvent<{ subjectId: GlobalId; id: GlobalId }>('link/removalRefused'),
  restoralRefused: serverEvent<{ subjectId: GlobalId; id: GlobalId }>('link/restoralRefused'),
  blockersRead: serverEvent<{ id: GlobalId; count: number; list: readonly Blocker[] }>('link/blockersRead'),
  blockersFailed: serverEvent<{ id: GlobalId }>('link/blockersFailed'),
  closingChecked: serverEvent<Pick<Closing, 'id' | 'status' | 'list'>>('link/closingChecked'),
};

/** An alert in the section of the linked items; the server's own words below the text. */
export const linkAlert = (text: string, detail?: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  ...(detail === undefined || detail === null || detail === text ? {} : { detail }),
  scope: 'links',
});
