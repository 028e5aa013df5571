import type { Viewer } from '../access/viewer.ts';
import type { Owner } from './item.ts';

export interface TodoCounts {
  readonly pending: number;
  readonly done: number;
}

/** People, by their ids or usernames in lower case; `membersOf`: and all members of the group or project, and of the groups above. */
export interface WantedPeople {
  readonly ids: readonly number[];
  readonly usernames: readonly string[];
  readonly membersOf: Owner | null;
}

/** What people keep for themselves. */
export interface PersonalStore {
  /** Those of them who are not blocked, each with their rights of this instant, by their ids. */
  viewers(wanted: WantedPeople, now: string): Promise<readonly Viewer[]>;
  /** Marks an item for these people, but for those who have it marked already. */
  addTodos(itemId: number, userIds: readonly number[], now: string): Promise<void>;
  /** Has these people follow an item, but for those who have decided for themselves. */
  follow(itemId: number, userIds: readonly number[]): Promise<void>;
  /** Marks an item for later and returns the id of the to-do; marking it again returns the same one. */
  addTodo(itemId: number, userId: number, now: string): Promise<number>;
  /** Ends the viewer's own to-do on an item that they may read. False: there is none. */
  finishTodo(viewer: Viewer, todoId: number, now: string): Promise<boolean>;
  /** Ends all that the viewer has pending on items that they may read. */
  finishAllTodos(viewer: Viewer, now: string): Promise<void>;
  /** The viewer's own, on items that they may read. */
  countTodos(viewer: Viewer): Promise<TodoCounts>;
  /** Ends a person's pending to-dos on an item, or one of them. */
  finishTodosOn(itemId: number, userId: number, now: string, todoId?: number): Promise<void>;
  subscribe(itemId: number, userId: number, subscribed: boolean): Promise<void>;
  /** Toggles the viewer's subscription (EP-13.40: those who take part in the item follow it until they decide otherwise). Returns whether they are subscribed now. */
  toggleSubscription(viewer: Viewer, itemId: number): Promise<boolean>;
}
