import { useEffect, useLayoutEffect, useRef } from 'react';
import { checklistActions, checklistSaga, selectChecklist } from '@espalier/core/checklist';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { Markup } from '../ui/markup.tsx';
import styles from './checklist.module.css';

/** The description of an item whose lines can be checked (IE-06.48). */
export function Checklist({ id }: { readonly id: string }) {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const text = useRef<HTMLDivElement>(null);
  const pressed = useRef<number | null>(null);
  const { html, checked, mayCheck, saving, status } = useAppSelector((state) => selectChecklist(state, id));
  const enabled = mayCheck && !saving;

  useEffect(() => watch('checklist', checklistSaga), [watch]);

  useEffect(() => {
    const root = text.current;
    const press = ({ target }: Event) => {
      const line = lineOf(target);
      if (line === null || !(target instanceof HTMLInputElement)) return;
      const wanted = target.checked;
      // What is shown is what the state says.
      target.checked = !wanted;
      pressed.current = line;
      dispatch(checklistActions.toggled({ id, line, checked: wanted }));
    };
    root?.addEventListener('change', press);
    return () => root?.removeEventListener('change', press);
  }, [dispatch, id]);

  useLayoutEffect(() => {
    const boxes = [...(text.current?.querySelectorAll('input') ?? [])];
    for (const [index, box] of boxes.entries()) {
      box.checked = checked[index] === true;
      box.disabled = !enabled || box.hasAttribute('data-inapplicable') || lineOf(box) === null;
    }
    if (!enabled || pressed.current === null) return;
    // A box that is disabled loses the focus.
    const line = pressed.current;
    pressed.current = null;
    if (document.activeElement === document.body) boxes.find((box) => lineOf(box) === line)?.focus();
  }, [html, checked, enabled]);

  return (
    <div ref={text} className={styles.checklist} aria-busy={saving}>
      <Markup html={html} />
      {status !== '' && <p className={styles.status}>{status}</p>}
    </div>
  );
}

/** The line of the source that a box stands for, from 1; null: none. */
function lineOf(box: EventTarget | null): number | null {
  const item = box instanceof HTMLInputElement ? box.closest<HTMLElement>('li') : null;
  const [line] = /^\d+/.exec(item?.dataset['sourcepos'] ?? '') ?? [];
  return line === undefined ? null : Number(line);
}
