import type { ReactNode } from 'react';

export interface DialogProps {
  readonly title: string;
  /** `alertdialog` asks for a decision and does not close by a click beside it. */
  readonly kind?: 'dialog' | 'alertdialog';
  /** Closing is refused while something is in flight. */
  readonly busy?: boolean;
  readonly onClose: () => void;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}
