import { noticeActions, selectToasts } from '@espalier/core/notice';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import styles from './toasts.module.css';

/** Short messages at the bottom left; the core counts their time, and stops while one is pointed at or holds the focus (BD-04). */
export function Toasts() {
  const dispatch = useAppDispatch();
  const toasts = useAppSelector(selectToasts);
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      {toasts.map(({ id, text, action }) => (
        <div
          key={id}
          className={styles.toast}
          onPointerEnter={() => dispatch(noticeActions.toastHovered({ id }))}
          onPointerLeave={() => dispatch(noticeActions.toastLeft({ id }))}
          onFocus={() => dispatch(noticeActions.toastHovered({ id }))}
          onBlur={() => dispatch(noticeActions.toastLeft({ id }))}
        >
          <span className={styles.text}>{text}</span>
          {action && (
            <Button className={styles.action} look="link" onClick={() => dispatch(action.event)}>
              {action.label}
            </Button>
          )}
          <IconButton
            className={styles.action}
            size="small"
            icon="close"
            label="Close"
            onClick={() => dispatch(noticeActions.dismissed({ id }))}
          />
        </div>
      ))}
    </div>
  );
}
