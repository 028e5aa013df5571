import type { ComponentType, ReactNode } from 'react';
import type { Draft, Entry, ManagedPage } from '@espalier/core/manage';

export interface FieldsProps {
  readonly page: ManagedPage;
  readonly draft: Draft;
  readonly faults: Readonly<Record<string, string | null>>;
  readonly sending: boolean;
  readonly onType: (typed: Draft) => void;
  /** A field holds what nobody can read, and nothing is saved. */
  readonly onUnread: (field: string, unread: boolean) => void;
}

/** What a change asks before it is made. */
export interface Question {
  readonly title: string;
  readonly button: string;
  /** What it means, for the entry of this name. */
  readonly text: (name: string, page: ManagedPage) => ReactNode;
  /** Asks for one of the other entries, or for a group, which is sent under this name. */
  readonly chooses?: {
    readonly field: string;
    readonly label: string;
    readonly from: 'entries' | 'groups';
    readonly hint?: string;
    optional?(page: ManagedPage): boolean;
  };
  /** What has to be typed first. */
  readonly confirms?: (entry: never) => string;
}

/** A change that a row offers. `ask`: what it asks before; absent: it is made at once. */
export interface RowAction {
  readonly what: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly ask?: Question;
  /** What is sent with it. */
  readonly draft?: Draft;
  /** It is on another page, and nothing is sent. */
  readonly to?: string;
}

export interface OneProps {
  readonly page: ManagedPage;
  readonly view: NounView;
  /** Why it could not be read; null: it could, or is not yet. */
  readonly failure: string | null;
}

/** What distinguishes the page of one noun from the others. `E`: its entries. */
export interface NounView<E extends Entry = Entry> {
  readonly title: string;
  /** "New label"; absent: entries are not made in this form. */
  readonly create?: string;
  /** Nothing is made among these. */
  isClosed?(entries: readonly E[]): boolean;
  /** What the button of the form of a new entry says. */
  readonly send?: string;
  /** The form of a new entry stands in a dialog. */
  readonly modal?: true;
  /** There is no list: the page is a form, of a new entry or of the only one. */
  readonly only?: 'new' | 'edit';
  /** Who may not change it reads it: `facts` and `actions`. */
  readonly readable?: true;
  /** What somebody is offered who has no role here, and what is said once it is done. */
  readonly outside?: RowAction & { readonly done: string };
  /** The list is only for who manages it: what others are told. */
  readonly denied?: { readonly title: string; readonly text: string };
  /** Stands below the heading. `disabled`: a form is open, or something is being sent. */
  readonly Extras?: ComponentType<{ readonly page: ManagedPage; readonly disabled: boolean }>;
  /** Reads what the form of an entry begins with, and stands in its place until then; absent: the list says it. */
  readonly Reading?: ComponentType<{
    readonly page: ManagedPage;
    readonly entry: E;
    readonly onRead: (draft: Draft) => void;
  }>;
  filters(kind: ManagedPage['kind']): Readonly<Record<string, string>>;
  /** Those of the filters that only who manages these may use. */
  readonly managed?: readonly string[];
  /** Those that are not searched in. */
  readonly unsearched?: readonly string[];
  /** What the form of a new entry begins with. */
  readonly blank: Draft;
  /** What stands where there is none. */
  readonly none?: { readonly icon: string; readonly title: string; readonly text: string };
  /** The page is about one entry, which this shows. */
  one?(props: OneProps): ReactNode;
  nameOf(entry: E): string;
  draftOf(entry: E): Draft;
  /** AP-09.67: the address of its picture, which can be changed; null: it has none. */
  picture?(entry: E): string | null;
  /** The row but for its buttons; of a form alone, what stands above it. */
  facts(entry: E, page: ManagedPage): ReactNode;
  /** Its role: whoever has a lesser one changes nothing of it (BD-05.83). */
  levelOf?(entry: E): number | null;
  /** The filter under which what is inherited is listed, too. */
  readonly inherited?: string;
  /** It is not edited in a form. */
  isFixed?(entry: E): boolean;
  /** `may`: the viewer manages these; `viewerId`: who looks, as the wire has it. */
  actions(entry: E, page: ManagedPage, may: boolean, viewerId: string | null): readonly RowAction[];
  fields(props: FieldsProps): ReactNode;
}

/** Erases the type of the entries, for the table of all nouns. */
export const nounView = <E extends Entry>(view: NounView<E>): NounView => view as unknown as NounView;
