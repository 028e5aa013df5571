import type { Award, TimeTracking } from '../entity.ts';
import type { GlobalId, Person } from '../types.ts';
import { mutation } from '../../mutation/index.ts';
import { queryName } from '../../query/index.ts';
import { userAction } from '../../store/action.ts';
import type { Facts } from '../entity.ts';
import type { Saved } from '../field-edit.ts';
import type { ItemRef } from '../fields/actions.ts';

/** An item whose page, or peek, is shown. */
export interface ExtrasSubject {
  readonly id: GlobalId;
  /** How an epic is found; null: an item of a project, found by its id. */
  readonly epic: { readonly fullPath: string; readonly iid: string } | null;
}

/** What a read brings, with the people that it names; what is the viewer's own of items of projects alone. */
export interface Extras extends Partial<Pick<Facts, 'subscribed' | 'todo'>> {
  readonly awards: readonly Award[];
  readonly people: readonly Person[];
}

/** The time of an item of a project, its Zoom meeting, whether it is hidden, and who takes part in it. */
export interface Background extends Pick<Facts, 'zoomLink' | 'hidden'> {
  readonly time: TimeTracking;
  readonly people: readonly Person[];
  /** WI-03.5: where the item has more than a reading brings. */
  readonly assignees?: readonly Person[];
}

/** A reaction is given or taken back. */
export interface ReactionAsked extends Award {
  readonly id: GlobalId;
  readonly on: boolean;
  readonly person: Person;
}

export const extrasActions = {
  opened: userAction<ExtrasSubject>('itemExtras/opened'),
  closed: userAction<{ id: GlobalId }>('itemExtras/closed'),
  retried: userAction('itemExtras/retried'),
  /** The answer: whether the reaction is there by now. */
  reactionToggled: mutation<ReactionAsked, { readonly on: boolean }, { id: GlobalId; emoji: string }>(
    'itemExtras/reactionToggled',
  ),
};

const own = <P>(name: string) => mutation<ItemRef & P, Saved, { readonly id: GlobalId }>(`itemExtras/${name}`);

/** What is the viewer's own; each turns it over. */
export const ownEdits = {
  todoChanged: own<{ readonly exists: boolean }>('todoChanged'),
  subscriptionChanged: own<{ readonly subscribed: boolean }>('subscriptionChanged'),
};

/** The query record (read.ts) comes with the code of the page. */
export const extrasRead = queryName<ExtrasSubject, Extras>('itemExtras/read', ({ id }) => id);

/** The same of what only items of projects have; their id. */
export const backgroundRead = queryName<GlobalId, Background>('itemExtras/background', (id) => id);
