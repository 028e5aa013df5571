import type { GlobalId } from '../work-item/types.ts';
import type { FormType, TextForm, TextVersion } from './types.ts';
import { mutation } from '../mutation/index.ts';
import { serverAction, userAction } from '../store/action.ts';

export interface OfItem {
  readonly id: GlobalId;
}

type Typed = OfItem & { readonly text: string };

/** What is saved. */
export interface TextSave extends OfItem {
  /** `/groups/a/-/epics/1.json`, `/a/app/-/issues/1.json` */
  readonly path: string;
  /** By `epic` or `issue`: what differs, and the version that it began with. */
  readonly body: Readonly<Record<string, TextChanges>>;
  /** The whole text as it is to be. */
  readonly title: string;
  readonly description: string;
}

interface TextChanges {
  readonly title?: string;
  readonly description?: string;
  readonly issue_type?: FormType;
  readonly lock_version: number;
}

export interface TextAnswer extends TextVersion {
  /** Of the item's page by then; null: the answer does not say it. */
  readonly webUrl: string | null;
  /** Why quick actions in it were refused; null: none was. */
  readonly refused: string | null;
}

/** What the reducer knows; actions.ts has the others. */
export const formActions = {
  titleTyped: userAction<Typed>('text/titleTyped'),
  descriptionTyped: userAction<Typed>('text/descriptionTyped'),
  typeChosen: userAction<OfItem & { type: FormType }>('text/typeChosen'),
  /** Cancel, or Escape. */
  cancelAsked: userAction<OfItem>('text/cancelAsked'),
  discarded: userAction<OfItem>('text/discarded'),
  continued: userAction<OfItem>('text/continued'),
  saved: mutation<TextSave, TextAnswer>('text/saved'),
  /** What was written before the page was loaded. */
  putBack: userAction<TextForm>('text/putBack'),
};

/** What follows from them, and from what others save. */
export const textEvents = {
  begun: serverAction<TextForm>('text/begun'),
  merged: serverAction<TextForm>('text/merged'),
  closed: serverAction<OfItem>('text/closed'),
};
