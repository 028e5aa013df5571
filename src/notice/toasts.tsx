import { useRef } from 'react';
import type { FocusEvent } from 'react';
import { noticeActions, selectToasts } from '@espalier/core/notice';
import type { Notice } from '@espalier/core/notice';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { ToastBox, ToastStack } from '../ui/toast.tsx';

/** Short messages at the bottom left; the core counts their time, and stops while one is pointed at or holds the focus (BD-04). */
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
