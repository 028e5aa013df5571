import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useLeave } from './use-leave.ts';

/** An editor that opens and closes in its place. */
export interface Editor {
  readonly open: boolean;
  readonly onOpen: () => void;
  /** Done, or the focus or the pointer went elsewhere. */
  readonly onClose: () => void;
  /** Escape. */
  readonly onDiscard: () => void;
}

/** What a part of a page with an editor needs: handlers for its frame, and the button that opens and closes it. Null: there is nothing to edit, or not for this viewer. */
export function useEditable(title: string, editor: Editor | null) {
  const button = useRef<HTMLButtonElement>(null);
  const open = editor?.open === true;
  const leave = useLeave(open, () => editor?.onClose());
  const was = useRef(open);
  // What had the focus in the editor is gone with it.
  useEffect(() => {
    if (was.current && !open && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    was.current = open;
  }, [open]);
  const what = title.toLowerCase();
  return {
    open,
    frame: {
      ...leave,
      onKeyDown: (event: KeyboardEvent) => {
        if (!open || event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        editor?.onDiscard();
        button.current?.focus();
      },
    },
    button: {
      ref: button,
      'data-command': `edit ${what}`,
      'aria-expanded': open,
      onClick: () => (open ? editor?.onClose() : editor?.onOpen()),
    },
    label: open ? `Done editing ${what}` : `Edit ${what}`,
  };
}
