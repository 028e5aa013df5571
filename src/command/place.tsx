import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { PopupFailure } from '../ui/part-failure.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { CommandContext } from './opening.ts';
import type { Opening } from './opening.ts';
import { isBehind } from './typing.ts';

const loadCommands = () => import('./commands.tsx');

/** Milliseconds after which browsers without idle callbacks load the commands. */
const WAIT_MS = 300;

/**
 * Where the palette and the keys come from. Their code is loaded when the browser is idle, so that edits can be taken back from then on, or when they are asked
 * for; until then this listens to the key of the palette.
 */
export function CommandPlace({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Opening | null>(null);
  const idle = useIdlePage();
  const { module, failed, retry } = useLazy(loadCommands, idle || asked !== null);
  const open = useCallback((what: Opening) => setAsked(what), []);
  const done = useCallback(() => setAsked(null), []);

  useEffect(() => {
    if (module !== null) return;
    const press = (event: KeyboardEvent) => {
      const what = openingOf(event);
      if (what === null) return;
      event.preventDefault();
      open(what);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [module, open]);

  return (
    <CommandContext value={open}>
      {children}
      {module !== null && <module.Commands asked={asked} onOpened={done} />}
      {failed && asked !== null && <PopupFailure what="The list of commands" onRetry={retry} onClose={done} />}
    </CommandContext>
  );
}

function openingOf({ defaultPrevented, key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Opening | null {
  if (defaultPrevented || altKey || isBehind(target)) return null;
  return (ctrlKey || metaKey) && key.toLowerCase() === 'k' ? 'palette' : null;
}

function useIdlePage(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const ready = () => setIdle(true);
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = window.setTimeout(ready, WAIT_MS);
      return () => window.clearTimeout(timer);
    }
    const wait = window.requestIdleCallback(ready, { timeout: 2000 });
    return () => window.cancelIdleCallback(wait);
  }, []);
  return idle;
}
