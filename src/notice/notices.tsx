import { useCallback } from 'react';
import type { RootState } from '@espalier/core';
import { noticeActions, selectNotices } from '@espalier/core/notice';
import type { Notice } from '@espalier/core/notice';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import type { AlertTone } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import styles from './notices.module.css';

const TONES: Readonly<Record<Notice['kind'], AlertTone>> = {
  danger: 'danger',
  warning: 'warning',
  info: 'info',
  toast: 'info',
};

/** The alerts of one place. The region is there before its first alert, so that screen readers hear it. */
export function Notices({ scope }: { readonly scope: Notice['scope'] }) {
  const dispatch = useAppDispatch();
  const notices = useAppSelector(useCallback((state: RootState) => selectNotices(state, scope), [scope]));
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
