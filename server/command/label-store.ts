import type { Viewer } from '../access/viewer.ts';
import type { Owner } from './item.ts';

export interface Label {
  readonly id: number;
  readonly title: string;
}

export interface NewLabel {
  readonly title: string;
  readonly description: string | null;
  /** `#` and hex digits. */
  readonly color: string;
}

/** A label of a group or of a project: exactly one of the ids is set. */
export interface StoredLabel extends Label, NewLabel {
  readonly groupId: number | null;
  /** Of the group. */
  readonly groupName: string | null;
  readonly projectId: number | null;
}

export interface WantedLabel {
  readonly id?: number;
  readonly title: string;
}

/** Labels by their ids and titles. */
export interface NamedLabels {
  readonly ids: readonly number[];
  readonly titles: readonly string[];
}

export interface LabelsAround {
  readonly held: readonly Label[];
  readonly offered: readonly Label[];
}

/** What takes the place of labels that go. */
export interface Replacement {
  readonly gone: readonly number[];
  /** Null: nothing does. */
  readonly into: number | null;
  /** What is noted on an item that has lost a label, and on one that got the other one for it; null: nothing. */
  readonly lines: { readonly lost: string; readonly changed: string; readonly authorId: number } | null;
}

/** An item that has, or had, a label, and what it stands under. */
export interface Holder {
  readonly id: number;
  readonly parentId: number | null;
}

export interface LabelStore {
  /**
   * What a change of an item's labels depends on: those that it has, by title, and those of the named ones that it can have, nearest first: its project's own,
   * its group's, then those of the groups above.
   */
  around(item: Owner & { readonly id: number }, named: NamedLabels): Promise<LabelsAround>;
  /** Returns the id; null if the owner itself already has a label with that title. */
  insert(owner: Owner, label: NewLabel, now: string): Promise<number | null>;
  /** The owner's label with that title, created if there is none (somebody else may be creating it at the same moment). */
  findOrInsert(owner: Owner, label: NewLabel, now: string): Promise<Label>;
  /** Of labels to be added that are gone by now nothing is added. */
  change(
    itemId: number,
    change: { readonly add: readonly number[]; readonly remove: readonly number[] },
  ): Promise<void>;
  /** One of the owner's own, and with `above` of the readable groups above it, by its id, else by its title; the nearest. */
  find(viewer: Viewer, owner: Owner, wanted: WantedLabel, above: boolean): Promise<StoredLabel | undefined>;
  /** Other labels with this title of a group itself and of the projects directly in it, whoever may read them. */
  namesakes(label: Label, groupId: number): Promise<readonly number[]>;
  /** False: its owner has another label with the new title. */
  update(id: number, changed: Partial<NewLabel>, now: string): Promise<boolean>;
  /** Makes it a group's label; its items and its id stay. False: the group has one with its title. */
  give(id: number, groupId: number, now: string): Promise<boolean>;
  /**
   * Deletes labels. Items that have one, and people who follow one, get the replacement instead, once. Nobody can give an item such a label meanwhile. The number of
   * statements is the same for however many items. Answers some of the items, as `holders` does; null, and does nothing, where the replacement is gone by now.
   */
  replace(replacement: Replacement, most: number, now: string): Promise<readonly Holder[] | null>;
  /** Items that have the label, at most so many: of every group and project some, and before all those that are not confidential and were changed last. */
  holders(id: number, most: number): Promise<readonly Holder[]>;
  /** Whether somebody follows a label in a project, or (null) in its group. False: so it was before. */
  subscribe(id: number, userId: number, projectId: number | null, subscribed: boolean): Promise<boolean>;
}
