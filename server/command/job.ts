import type { Named } from './item.ts';
import type { PlaceId } from './place-store.ts';

/** What is left for later. */
export type Job =
  | TellReleased
  | RunCadences
  | CountTasks
  | ReadMentions
  | EndMemberships
  | DeleteMarked
  | DeletePlace
  | DeletePerson
  | NameTrees
  | DateItems
  | MailInvitation;

/** IE-06.71: to count the tasks of items with higher ids than this one where nobody has yet. */
export interface CountTasks {
  readonly kind: 'countTasks';
  readonly after: number;
}

/** EP-06.44: to tell these children that they have lost their parent, what it was called, by whom and when. */
export interface TellReleased {
  readonly kind: 'tellReleased';
  readonly parent: Named;
  readonly childIds: readonly number[];
  readonly userId: number;
  readonly at: string;
}

/** BD-05.45: on this day, as it begins, to delete the memberships, and invitations of groups and people, that end. */
export interface EndMemberships {
  readonly kind: 'endMemberships';
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
}

/** AP-05.112: on this day to begin the deletion of what was marked a week before. */
export interface DeleteMarked {
  readonly kind: 'deleteMarked';
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
}

/** AP-14.85: on this day to look at the automatic cadences for which it is time. `first`: at a start, which says when the next ones are due even if none is now. */
export interface RunCadences {
  readonly kind: 'runCadences';
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  readonly first?: true;
}

/** AP-05.113: to delete some items of a group or project, or, where none is left, itself. */
export interface DeletePlace {
  readonly kind: 'deletePlace';
  readonly place: PlaceId;
  /** Who has wanted it. */
  readonly userId: number;
  readonly at: string;
}

/** AP-09.103: to delete some of what a person wrote, or, where nothing is left, the account. */
export interface DeletePerson {
  readonly kind: 'deletePerson';
  readonly id: number;
  /** Who has wanted it. */
  readonly userId: number;
  readonly at: string;
}

/** BD-05.75: to send an invitation to its address. */
export interface MailInvitation {
  readonly kind: 'mailInvitation';
  readonly id: number;
  /** What the link begins with. */
  readonly baseUrl: string;
  /** From 1 on. */
  readonly attempt: number;
  /** An instant. */
  readonly notBefore?: string;
}

/** AP-05.116: to have items of a group that was moved be found by lists across its new tree. */
export interface NameTrees {
  readonly kind: 'nameTrees';
  readonly groupId: number;
}

/** AP-06.78: to have items of a milestone keep its due date. */
export interface DateItems {
  readonly kind: 'dateItems';
  readonly milestoneId: number;
}

/** EP-12.42: to find out whom texts mention. */
export interface ReadMentions {
  readonly kind: 'readMentions';
}
