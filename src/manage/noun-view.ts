import type { ReactNode } from 'react';
import type { Draft, Entry, ManagedPage } from '@espalier/core/manage';

export interface FieldsProps {
  readonly page: ManagedPage;
  readonly draft: Draft;
  readonly faults: Readonly<Record<string, string | null>>;
  readonly sending: boolean;
  readonly onType: (typed: Draft) => void;
}

/** What a change asks before it is made. */
export interface Question {
  readonly title: string;
  readonly button: string;
  /** What it means, for the entry of this name. */
  readonly text: (name: string, page: ManagedPage) => ReactNode;
  /** Asks for one of the others, which is sent under this name. */
  readonly chooses?: { readonly field: string; readonly label: string };
}

/** A change that a row offers. `ask`: what it asks before; absent: it is made at once. */
export interface RowAction {
  readonly what: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly ask?: Question;
}

/** What distinguishes the page of one noun from the others. `E`: its entries. */
export interface NounView<E extends Entry = Entry> {
  readonly title: string;
  /** "New label"; absent: entries are not made in this form. */
  readonly create?: string;
  filters(kind: ManagedPage['kind']): Readonly<Record<string, string>>;
  /** What the form of a new entry begins with. */
  readonly blank: Draft;
  /** What stands where there is none. */
  readonly none: { readonly icon: string; readonly title: string; readonly text: string };
  nameOf(entry: E): string;
  draftOf(entry: E): Draft;
  /** The row but for its buttons. */
  facts(entry: E, page: ManagedPage): ReactNode;
  /** `may`: the viewer manages these; `viewerId`: who looks, as the wire has it. */
  actions(entry: E, page: ManagedPage, may: boolean, viewerId: string | null): readonly RowAction[];
  fields(props: FieldsProps): ReactNode;
}

/** Erases the type of the entries, for the table of all nouns. */
export const nounView = <E extends Entry>(view: NounView<E>): NounView => view as unknown as NounView;
