import { useCallback, useEffect, useState, createContext, useContext, type ReactNode } from 'react';
import { useIdlePage } from '../ports/idle.ts';
import { PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { isBehind } from './behind.ts';
import type { Opening } from './commands.tsx';

const loadCommands = () => import('./commands.tsx');

/**
 * Where the palette and the shortcuts come from. Their code loads when the browser is idle, so that edits can be undone from then on, or on demand;
 * until then this component listens for the palette's shortcut.
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

/** Null where there are no commands: in a moment of the past, and in tests of single pages. */
const CommandContext = createContext<((what: Opening) => void) | null>(null);
export const useOpenCommands = (): ((what: Opening) => void) | null => useContext(CommandContext);
