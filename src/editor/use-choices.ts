import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, RefObject } from 'react';
import { completed, editorActions, selectChoices, triggerAt } from '@espalier/core/editor';
import type { Choice, TextPlace, Trigger } from '@espalier/core/editor';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { editedIn, placeOf, write, type Area } from './writing.ts';

/** A sign with what was typed behind it, up to the caret. Places are counted as the field counts them. */
export interface Open extends Trigger {
  readonly caret: number;
}

/** The field at whose caret something is offered. */
export interface Host {
  /** What is asked for at the caret; null: nothing, or more than the caret is selected. */
  readonly asked: () => Open | null;
  /** Where the line of a place is, in pixels from the corner of the field, and the field in the window. */
  readonly placeOf: (place: number) => Line | null;
  readonly write: (open: Open, written: string) => void;
}

export interface Line {
  readonly left: number;
  readonly top: number;
  readonly line: number;
  readonly field: Pick<DOMRect, 'top' | 'height'>;
}

/** A textarea as such a field. */
export const hostOf = (area: RefObject<Area | null>): Host => ({
  asked() {
    if (area.current === null) return null;
    const { text, start: caret, end } = editedIn(area.current);
    const trigger = caret === end ? triggerAt(text, caret) : null;
    return trigger && { ...trigger, caret };
  },
  placeOf(place) {
    const { current } = area;
    return current && { ...placeOf(current, place), field: current.getBoundingClientRect() };
  },
  write(open, written) {
    const { current } = area;
    if (current !== null) write(current, completed(current.value, open.caret, open, written));
  },
});

const NONE: readonly Choice[] = [];

/** Pixels that five choices need; with less room below the line the list stands above it. */
const HEIGHT = 220;

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'preventDefault' | 'stopPropagation'
>;

/** IE-09.51: what is offered at the caret of a field. The focus stays in the field, which marks one of the choices. */
export function useChoices(host: Host, { itemId, groupPath, projectPath }: TextPlace) {
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
    const place = isOpen && from !== null ? host.placeOf(from) : null;
    if (place === null) return;
    const { left, top, line, field } = place;
    const room = window.innerHeight - field.top - top - line;
    const isAbove = room < HEIGHT && field.top + top > room;
    setStyle({
      '--left': `${left}px`,
      '--top': isAbove ? 'auto' : `${top + line}px`,
      '--bottom': isAbove ? `${field.height - top}px` : 'auto',
    } as CSSProperties);
  }, [host, isOpen, from]);

  const leave = useCallback(() => setOpen(null), []);
  const typed = () => {
    const asked = host.asked();
    if (asked?.from !== dismissed.current) dismissed.current = null;
    setActive(0);
    setOpen(dismissed.current === null ? asked : null);
  };
  /** The caret may have gone elsewhere: `start` and `end` are what is selected. */
  const moved = (start: number, end: number) => {
    if (open !== null && (start !== open.caret || end !== open.caret)) leave();
  };
  const take = ({ written }: Choice) => {
    if (open === null) return;
    host.write(open, written);
    // What was written is no new sign.
    leave();
  };
  const press = (event: Pressed) => {
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

export type Choices = ReturnType<typeof useChoices>;
