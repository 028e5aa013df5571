import { useCallback, useRef } from 'react';
import type { FocusEvent } from 'react';
import type { RootState } from '@espalier/core';
import { noticeActions, selectNotices, selectToasts } from '@espalier/core/notice';
import type { Notice } from '@espalier/core/notice';
import { useAppDispatch, useAppSelector, usePlace } from '../store.ts';
import { Alert, ToastBox, ToastStack } from '../ui/alert.tsx';
import type { AlertTone } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import styles from './notices.module.css';

const TONES: Readonly<Record<Notice['kind'], AlertTone>> = {
  danger: 'danger',
  warning: 'warning',
  info: 'info',
  toast: 'info',
};

/** The alerts of one place. The region exists before its first alert, so that screen readers announce it. */
export function Notices({ scope }: { readonly scope: Notice['scope'] }) {
  const dispatch = useAppDispatch();
  const here = usePlace();
  // What belongs to no part of a page is told wherever one looks.
  const place = scope === 'page' ? undefined : here;
  const notices = useAppSelector(useCallback((state: RootState) => selectNotices(state, scope, place), [scope, place]));
  return (
    <div className={styles.region} role="alert">
      {notices.map(({ id, kind, text, detail, dismissible, action }) => (
        <Alert
          key={id}
          tone={TONES[kind]}
          detail={detail}
          live={false}
          onDismiss={dismissible ? () => dispatch(noticeActions.dismissed({ id })) : undefined}
          actions={
            action && (
              <Button size="small" onClick={() => dispatch(action.event)}>
                {action.label}
              </Button>
            )
          }
        >
          {text}
        </Alert>
      ))}
    </div>
  );
}

/** Short messages at the bottom left; the core runs their timers, and pauses them while one is hovered or focused (BD-04). */
export function Toasts() {
  const toasts = useAppSelector(selectToasts);
  return (
    <ToastStack>
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </ToastStack>
  );
}

function Toast({ toast: { id, text, action } }: { readonly toast: Notice }) {
  const dispatch = useAppDispatch();
  const held = useRef({ pointer: false, focus: false });
  const hold = (by: 'pointer' | 'focus', holds: boolean) => {
    const before = held.current.pointer || held.current.focus;
    held.current[by] = holds;
    const now = held.current.pointer || held.current.focus;
    if (before !== now) dispatch((now ? noticeActions.toastHovered : noticeActions.toastLeft)({ id }));
  };
  const close = () => dispatch(noticeActions.dismissed({ id }));
  return (
    <ToastBox
      text={text}
      action={action && { label: action.label, onPress: () => (close(), dispatch(action.event)) }}
      onClose={close}
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) =>
        hold('focus', relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
    />
  );
}
