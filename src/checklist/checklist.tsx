import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { checklistActions, checklistSaga, selectChecklist, selectLines } from '@espalier/core/checklist';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { preloadMenu } from '../ui/menu.tsx';
import { Markup } from '../ui/markup.tsx';
import { lineOf } from '../ui/source-line.ts';
import { dragLine } from './drag-line.ts';
import { buttonOf, linePlace, partAt, putButtons, type LinePlace } from './line-buttons.ts';
import { LineMenu, type LineChoice } from './line-menu.tsx';
import styles from './checklist.module.css';

interface ChosenLine {
  readonly line: number;
  readonly source: string;
  readonly place: LinePlace | null;
}

/** The description of an item whose lines can be checked, moved, deleted and made into tasks (IE-06.48, IE-06.69). */
export function Checklist({ id }: { readonly id: string }) {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const text = useRef<HTMLDivElement>(null);
  /** The line that has the focus, or is to have it. */
  const held = useRef<LinePlace | null>(null);
  const opened = useRef<HTMLElement | null>(null);
  /** The line whose menu is open, as it was then. */
  const [chosen, setChosen] = useState<ChosenLine | null>(null);
  const { html, checked, mayCheck, saving, status } = useAppSelector((state) => selectChecklist(state, id));
  const lines = useAppSelector((state) => selectLines(state, id));
  const shown = useRef(lines);
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
      const line = lineOf(button) ?? 0;
      opened.current = button;
      setChosen({ line, source: shown.current[line - 1]?.source ?? '', place: linePlace(root, button) });
    };
    const press = (event: KeyboardEvent) => {
      if (!['Enter', ' ', 'ArrowDown'].includes(event.key) || buttonOf(event.target) === null) return;
      event.preventDefault();
      open(event);
    };
    const lift = (down: PointerEvent) => {
      const button = enabledButton(down);
      if (button === null || down.button !== 0) return;
      preloadMenu();
      const line = lineOf(button) ?? 0;
      const { source = '', place = null } = shown.current[line - 1] ?? {};
      if (place === null) return;
      const onDrop = (to: number) => {
        held.current = linePlace(root, button, to);
        dispatch(checklistActions.lineWanted({ id, line, to, source }));
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
    shown.current = lines;
    const boxes = [...root.querySelectorAll('input')];
    const isOffered = (line: number) => {
      const { place = null, becomesTask = false } = lines[line - 1] ?? {};
      return place !== null || becomesTask;
    };
    putButtons(boxes, styles.actions ?? '', { isOffered, saving });
    // The text was drawn anew, and the line may be another one by now.
    if (chosen !== null && opened.current?.isConnected === false) {
      held.current = chosen.place;
      setChosen(null);
    }
    for (const [index, box] of boxes.entries()) {
      box.checked = checked[index] === true;
      box.disabled = !enabled || box.hasAttribute('data-inapplicable') || lineOf(box) === null;
    }
    // A box that is disabled loses the focus, and so does what is drawn anew.
    if (held.current !== null && document.activeElement === document.body) partAt(root, held.current)?.focus();
  }, [html, checked, enabled, lines, saving, chosen]);

  useEffect(() => {
    opened.current?.setAttribute('aria-expanded', String(chosen !== null));
    // A menu whose button has gone takes the focus with it.
    if (chosen !== null || opened.current?.isConnected !== false) return;
    opened.current = null;
    if (text.current && held.current && document.activeElement === document.body)
      partAt(text.current, held.current)?.focus();
  }, [chosen]);

  const choose = (choice: LineChoice, index: number) => {
    setChosen(null);
    if (chosen === null) return;
    const { line, source } = chosen;
    const to = { up: index - 1, down: index + 1 }[choice as 'up'];
    if (text.current && opened.current) held.current = linePlace(text.current, opened.current, to);
    dispatch(
      choice === 'convert'
        ? checklistActions.taskWanted({ id, line, source })
        : checklistActions.lineWanted({ id, line, source, to: to ?? null }),
    );
  };

  return (
    <div ref={text} className={styles.checklist} aria-busy={saving}>
      <Markup html={html} />
      {status !== '' && <p className={styles.status}>{status}</p>}
      {chosen !== null && (
        <LineMenu line={lines[chosen.line - 1]} anchor={opened} onChoose={choose} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}
