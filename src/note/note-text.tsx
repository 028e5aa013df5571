import { useEffect, useLayoutEffect, useRef } from 'react';
import { withTask } from '@espalier/core/editor';
import { noteActions } from '@espalier/core/note';
import type { NoteModel } from '@espalier/core/note';
import { useAppDispatch } from '../store.ts';
import { Markup } from '../ui/markup.tsx';
import { lineOf } from '../ui/source-line.ts';

interface NoteTextProps {
  readonly itemId: string;
  readonly note: Pick<NoteModel, 'id' | 'body' | 'internal' | 'canAdmin'>;
  readonly html: string;
}

/** The rendered text of a comment. Who may edit it checks the boxes of its lists (IE-09.93). */
export function NoteText({ itemId, note, html }: NoteTextProps) {
  const dispatch = useAppDispatch();
  const root = useRef<HTMLDivElement>(null);
  /** The box that was pressed, among all: the text is drawn anew, and it keeps the focus. */
  const held = useRef<number | null>(null);
  const { id, body, internal, canAdmin } = note;

  useLayoutEffect(() => {
    const boxes = [...(root.current?.querySelectorAll('input') ?? [])];
    for (const box of boxes) box.disabled = !canAdmin || box.hasAttribute('data-inapplicable') || lineOf(box) === null;
    if (held.current !== null && document.activeElement === document.body) boxes[held.current]?.focus();
  }, [html, canAdmin]);

  useEffect(() => {
    const text = root.current;
    if (text === null) return;
    const check = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      const wanted = target.checked;
      // What is shown is what the state says.
      target.checked = !wanted;
      const after = withTask(body, lineOf(target) ?? 0, wanted);
      if (after === null) return;
      held.current = [...text.querySelectorAll('input')].indexOf(target);
      dispatch(noteActions.typed({ itemId, target: id, body: after, internal }));
      dispatch(noteActions.edited({ target: id }));
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) held.current = null;
    };
    text.addEventListener('change', check);
    text.addEventListener('focusout', leave);
    return () => {
      text.removeEventListener('change', check);
      text.removeEventListener('focusout', leave);
    };
  }, [dispatch, itemId, id, body, internal]);

  return (
    <div ref={root}>
      <Markup html={html} />
    </div>
  );
}
