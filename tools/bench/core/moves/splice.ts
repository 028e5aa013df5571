import type { Move, Mover } from './mover.ts';
import { initialIds } from './mover.ts';

/** The floor: one mutable array, and its inverse written by hand. */
export const splice: Mover = {
  name: 'splice of a mutable array (floor)',
  make() {
    const ids = initialIds();
    let shown: readonly string[] = ids;
    const listeners = new Set<() => void>([() => void (shown = ids)]);
    const change = ({ child, before }: Move): (() => void) => {
      const from = ids.indexOf(child);
      ids.splice(from, 1);
      ids.splice(ids.indexOf(before), 0, child);
      listeners.forEach((listener) => listener());
      return () => {
        ids.splice(ids.indexOf(child), 1);
        ids.splice(from, 0, child);
        listeners.forEach((listener) => listener());
      };
    };
    return {
      moveAndRollBack(move, seen) {
        const undo = change(move);
        seen?.(shown);
        undo();
        seen?.(shown);
      },
      overlap(first, second) {
        const undo = change(first);
        change(second);
        undo();
        return shown;
      },
    };
  },
};
