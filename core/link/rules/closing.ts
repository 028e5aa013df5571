/** The question before something blocked is closed (facts 1.8). */
import type { ReferenceKind } from '../../work-item/rules.ts';

export interface ClosingTexts {
  readonly title: string;
  readonly body: string;
  readonly confirm: string;
  readonly cancel: string;
}

/** RL-01.31 */
export const closingTexts = (kind: ReferenceKind): ClosingTexts => ({
  title: `Are you sure you want to close this blocked ${kind}?`,
  body: `This ${kind} is currently blocked by the following ${kind}s:`,
  confirm: `Yes, close ${kind}`,
  cancel: 'Cancel',
});
