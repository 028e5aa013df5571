import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, RefObject } from 'react';
import { completed, editorActions, selectChoices, triggerAt } from '@espalier/core/editor';
import type { Choice, TextPlace, Trigger } from '@espalier/core/editor';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { placeOf, write, type Area } from './writing.ts';

/** A sign with what was typed behind it, up to the caret. */
interface Open extends Trigger {
  readonly caret: number;
}

const NONE: readonly Choice[] = [];

/** Pixels that five choices need; with less room below the line the list stands above it. */
const HEIGHT = 220;

/** IE-09.51: what is offered at the caret of a field. The focus stays in the field, which marks one of the choices. */
export function useChoices(area: RefObject<Area | null>, { itemId, groupPath, projectPath }: TextPlace) {
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState<Open | null>(null);
  const [active, setActive] = useState(0);
  const [style, setStyle] = useState<CSSProperties>({});
  /** Where a sign stands whose list was closed by Escape. */
  const dismissed = useRef<number | null>(null);
  const found = useAppSelector(selectChoices);
  const options = open === null ? NONE : found;
  const isOpen = options.length > 0;
  const marked = Math.min(active, options.length - 1);

  const { kind, term, from } = open ?? { kind: null, term: '', from: null };
  useEffect(() => {
    if (kind === null) return;
    dispatch(editorActions.triggered({ kind, term, itemId, groupPath, projectPath }));
  }, [dispatch, kind, term, itemId, groupPath, projectPath]);
  useEffect(() => {
    if (kind === null) return;
    return () => dispatch(editorActions.triggerLeft());
  }, [dispatch, kind]);
  useLayoutEffect(() => {
    if (!isOpen || from === null || area.current === null) return;
    const { left, top, line } = placeOf(area.current, from);
    const field = area.current.getBoundingClientRect();
    const room = window.innerHeight - field.top - top - line;
    const isAbove = room < HEIGHT && field.top + top > room;
    setStyle({
      '--left': `${left}px`,
      '--top': isAbove ? 'auto' : `${top + line}px`,
      '--bottom': isAbove ? `${field.height - top}px` : 'auto',
    } as CSSProperties);
  }, [area, isOpen, from]);

  const leave = useCallback(() => setOpen(null), []);
  const typed = ({ isComposing }: InputEvent) => {
    const { current } = area;
    if (current === null || isComposing) return;
    const { value, selectionStart: caret, selectionEnd } = current;
    const trigger = caret === selectionEnd ? triggerAt(value, caret) : null;
    if (trigger?.from !== dismissed.current) dismissed.current = null;
    setActive(0);
    setOpen(trigger === null || dismissed.current !== null ? null : { ...trigger, caret });
  };
  /** The caret went elsewhere. */
  const moved = () => {
    const { current } = area;
    if (open !== null && (current?.selectionStart !== open.caret || current.selectionEnd !== open.caret)) leave();
  };
  const take = ({ written }: Choice) => {
    const { current } = area;
    if (open === null || current === null) return;
    leave();
    write(current, completed(current.value, open.caret, open, written));
    // What was written is no new sign.
    leave();
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { length } = options;
    const choice = options[marked];
    if (event.key === 'ArrowDown') setActive((marked + 1) % length);
    else if (event.key === 'ArrowUp') setActive((marked - 1 + length) % length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && choice !== undefined) take(choice);
    else if (event.key === 'Escape') {
      dismissed.current = from;
      leave();
    } else return;
    event.preventDefault();
    // Of what is around the field nothing is closed, sent or moved.
    event.stopPropagation();
  };
  return { isOpen, options, active: marked, style, typed, moved, leave, take, press };
}
