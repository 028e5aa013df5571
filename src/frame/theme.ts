/** Light, dark, or as the system has it: kept in the storage port, shown by `data-theme` on the root element. */
import type { Storage } from '@espalier/core/ports';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly { readonly key: Theme; readonly label: string; readonly icon: string }[] = [
  { key: 'system', label: 'System', icon: 'monitor' },
  { key: 'light', label: 'Light', icon: 'sun' },
  { key: 'dark', label: 'Dark', icon: 'moon' },
];

const KEY = 'theme';

export function readTheme(storage: Storage): Theme {
  try {
    const kept = storage.get(KEY);
    return THEMES.find(({ key }) => key === kept)?.key ?? 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

/** Where nothing can be kept the theme holds for this page. */
export function keepTheme(theme: Theme, storage: Storage): void {
  applyTheme(theme);
  try {
    if (theme === 'system') storage.remove(KEY);
    else storage.set(KEY, theme);
  } catch {
    // Storage is full or switched off; the theme is shown all the same.
  }
}

type Listener = (theme: Theme) => void;
const listeners = new Set<Listener>();

/** Another theme, by whichever control: kept, shown, and told to all that say which one it is. */
export function chooseTheme(theme: Theme, storage: Storage): void {
  keepTheme(theme, storage);
  for (const listener of [...listeners]) listener(theme);
}

export function onTheme(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
