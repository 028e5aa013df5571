import type { ItemPlace } from '../work-item/slice.ts';
import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { LinkType } from './rules.ts';
import type { BlockedItem, ClosingItem, LinkReading, LinkSubject } from './types.ts';
import { mutation } from '../mutation/index.ts';
import { serverAction, userAction, type NoticeDraft } from '../store/action.ts';
import { fieldActions } from '../tree/references.ts';

/** A link that is taken away. `relationPath` as the list gave it. */
export interface LinkRemoval {
  readonly subjectId: GlobalId;
  readonly id: GlobalId;
  readonly kind: LinkSubject['kind'];
  readonly relationPath: string;
}

/** A link that was taken away and is made again, by `references` that mean the item to `endpoint`. */
export interface LinkRestoral {
  readonly subjectId: GlobalId;
  readonly id: GlobalId;
  readonly endpoint: string;
  /** As it was before it was taken away. */
  readonly link: LinkReading;
}

/** What a form asks to be linked. */
export interface LinkAddition {
  readonly subjectId: GlobalId;
  readonly kind: LinkSubject['kind'];
  readonly endpoint: string;
  /** Of the form. */
  readonly serial: number;
  readonly linkType: LinkType;
  readonly references: readonly string[];
}

/** What a person does. */
export const linkActions = {
  /** Also with other rights or another state of the same item. */
  opened: userAction<{ subject: LinkSubject }>('link/opened'),
  closed: userAction('link/closed'),
  retried: userAction('link/retried'),
  /** `restored`: with what was typed before, and not by the person. */
  formOpened: userAction<{ restored?: true } | void>('link/formOpened'),
  formClosed: userAction('link/formClosed'),
  typeChosen: userAction<{ linkType: LinkType }>('link/typeChosen'),
  ...fieldActions('link'),
  /** Of the form. The answer is the whole list, with what was added. */
  submitted: mutation<LinkAddition, readonly LinkReading[], void>('link/submitted'),
  removed: mutation<LinkRemoval, true>('link/removed'),
  /** A removal is taken back (RL-01.32). */
  restored: mutation<LinkRestoral, readonly LinkReading[]>('link/restored'),
  /** The sign of a blocked item was pointed at or focused for the first time. */
  blockersAsked: userAction<BlockedItem>('link/blockersAsked'),
  /** Somebody wants to close it. */
  closingAsked: userAction<ClosingItem>('link/closingAsked'),
  closingEnded: userAction('link/closingEnded'),
};

/** What the clock said. */
export const linkAnswers = {
  started: serverAction<{ today: CivilDate }>('link/started'),
};

/** An alert in a section of linked items, null: none shows them, and it is told on the page; the server's own words below the text. */
export const linkAlert = (place: ItemPlace | null, text: string, detail?: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  ...(detail === undefined || detail === null || detail === text ? {} : { detail }),
  scope: place === null ? 'page' : 'links',
  ...(place === 'over' && { place }),
});
