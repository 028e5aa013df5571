import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { checklistActions, checklistSaga, selectChecklist } from '@espalier/core/checklist';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { preloadMenu } from '../ui/menu.tsx';
import { Markup } from '../ui/markup.tsx';
import { dragLine } from './drag-line.ts';
import { buttonOf, lineOf, linePlace, partAt, putButtons, type LinePlace } from './line-buttons.ts';
import { LineMenu, type LineChoice } from './line-menu.tsx';
import styles from './checklist.module.css';

/** The description of an item whose lines can be checked, moved, deleted and made into tasks (IE-06.48, IE-06.69). */
export function Checklist({ id }: { readonly id: string }) {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const text = useRef<HTMLDivElement>(null);
  /** The line that has the focus, or is to have it. */
  const held = useRef<LinePlace | null>(null);
  const opened = useRef<HTMLElement | null>(null);
  const [line, setLine] = useState<number | null>(null);
  const { html, checked, mayCheck, saving, status } = useAppSelector((state) => selectChecklist(state, id));
  const enabled = mayCheck && !saving;

  useEffect(() => watch('checklist', checklistSaga), [watch]);

  useEffect(() => {
    const root = text.current;
    if (root === null) return;
    const check = ({ target }: Event) => {
      const at = target instanceof HTMLInputElement ? lineOf(target) : null;
      if (at === null || !(target instanceof HTMLInputElement)) return;
      const wanted = target.checked;
      // What is shown is what the state says.
      target.checked = !wanted;
      held.current = linePlace(root, target);
      dispatch(checklistActions.toggled({ id, line: at, checked: wanted }));
    };
    const enabledButton = ({ target }: Event): HTMLElement | null => {
      const button = buttonOf(target);
      return button?.getAttribute('aria-disabled') === 'true' ? null : button;
    };
    const open = (event: Event) => {
      const button = enabledButton(event);
      if (button === null) return;
      opened.current = button;
      setLine(lineOf(button));
    };
    const press = (event: KeyboardEvent) => {
      if (!['Enter', ' ', 'ArrowDown'].includes(event.key) || buttonOf(event.target) === null) return;
      event.preventDefault();
      open(event);
    };
    const lift = (down: PointerEvent) => {
      const button = enabledButton(down);
      const at = button && lineOf(button);
      if (button === null || at === null || down.button !== 0) return;
      preloadMenu();
      const onDrop = (to: number) => {
        held.current = linePlace(root, button, to);
        dispatch(checklistActions.lineEdited({ id, line: at, to }));
      };
      dragLine({ button, down, onDrop });
    };
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement || buttonOf(target) !== null)
        held.current = linePlace(root, target as Element);
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      // What lost the focus because it is disabled or was drawn anew gets it back.
      const isLeft = target instanceof HTMLElement && target.isConnected && !target.matches(':disabled');
      if (isLeft || relatedTarget !== null) held.current = null;
    };
    const heard = [
      ['change', check],
      ['click', open],
      ['focusin', hold],
      ['focusout', leave],
      ['keydown', press],
      ['pointerdown', lift],
    ] as const;
    for (const [name, handler] of heard) root.addEventListener(name, handler as EventListener);
    return () => {
      for (const [name, handler] of heard) root.removeEventListener(name, handler as EventListener);
    };
  }, [dispatch, id]);

  useLayoutEffect(() => {
    const root = text.current;
    if (root === null) return;
    const boxes = [...root.querySelectorAll('input')];
    putButtons(boxes, styles.actions ?? '', { may: mayCheck, saving });
    for (const [index, box] of boxes.entries()) {
      box.checked = checked[index] === true;
      box.disabled = !enabled || box.hasAttribute('data-inapplicable') || lineOf(box) === null;
    }
    // A box that is disabled loses the focus, and so does what is drawn anew.
    if (held.current !== null && document.activeElement === document.body) partAt(root, held.current)?.focus();
  }, [html, checked, enabled, mayCheck, saving]);

  useEffect(() => opened.current?.setAttribute('aria-expanded', String(line !== null)), [line]);

  const choose = (choice: LineChoice, index: number) => {
    setLine(null);
    if (line === null) return;
    const to = { up: index - 1, down: index + 1 }[choice as 'up'];
    if (text.current && opened.current) held.current = linePlace(text.current, opened.current, to);
    dispatch(
      choice === 'convert'
        ? checklistActions.taskWanted({ id, line })
        : checklistActions.lineEdited({ id, line, to: to ?? null }),
    );
  };

  return (
    <div ref={text} className={styles.checklist} aria-busy={saving}>
      <Markup html={html} />
      {status !== '' && <p className={styles.status}>{status}</p>}
      {line !== null && (
        <LineMenu id={id} line={line} anchor={opened} onChoose={choose} onClose={() => setLine(null)} />
      )}
    </div>
  );
}
