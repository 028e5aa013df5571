/** How the product looks in this browser: kept in the storage port, shown by an attribute of the root element. */
import type { Storage } from '@espalier/core/ports';

/** One of several values; the first is the default and is neither stored nor set as an attribute. */
function keptLook<T extends string>(key: string, values: readonly [T, ...T[]]) {
  const listeners = new Set<(value: T) => void>();
  const [usual] = values;
  const apply = (value: T, root: HTMLElement = document.documentElement): void => {
    if (value === usual) delete root.dataset[key];
    else root.dataset[key] = value;
  };
  return {
    read(storage: Storage): T {
      try {
        const kept = storage.get(key);
        return values.find((value) => value === kept) ?? usual;
      } catch {
        return usual;
      }
    },
    apply,
    /** Stores and applies the choice and notifies all controls that show it. If nothing can be stored it holds for this page. */
    choose(value: T, storage: Storage): void {
      apply(value);
      try {
        if (value === usual) storage.remove(key);
        else storage.set(key, value);
      } catch {
        // Storage is full or switched off; the choice applies all the same.
      }
      for (const listener of [...listeners]) listener(value);
    },
    on(listener: (value: T) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Theme = 'system' | 'light' | 'dark';
/** Light, dark, or as the system has it. */
export const theme = keptLook<Theme>('theme', ['system', 'light', 'dark']);

export type Density = 'compact' | 'comfortable';
/** Rows of 32 or of 40 pixels. */
export const density = keptLook<Density>('density', ['compact', 'comfortable']);

export const applyLooks = (storage: Storage): void => {
  theme.apply(theme.read(storage));
  density.apply(density.read(storage));
};
