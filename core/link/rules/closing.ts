/** The question before something blocked is closed (facts 1.8). */
import type { ReferenceKind } from '../../work-item/rules.ts';

export interface ClosingTexts {
  readonly title: string;
  readonly body: string;
  readonly confirm: string;
  readonly cancel: string;
}

/** RL-01.31; `noun`: what the item is called, where that is not its kind: a task is blocked by issues as an issue is. */
export const closingTexts = (kind: ReferenceKind, noun: string = kind): ClosingTexts => ({
  title: `Are you sure you want to close this blocked ${noun}?`,
  body: `This ${noun} is currently blocked by the following ${kind}s:`,
  confirm: `Yes, close ${noun}`,
  cancel: 'Cancel',
});
