/** The dialog itself. Loaded on first use. */

import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './button.tsx';
import styles from './dialog-modal.module.css';

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

export function DialogModal({ title, kind = 'dialog', busy = false, onClose, actions, children }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen
      isDismissable={kind === 'dialog' && !busy}
      isKeyboardDismissDisabled={busy}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} role={kind}>
          <div className={styles.top}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton icon="close" label="Close" size="small" disabled={busy} onClick={onClose} />
          </div>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
