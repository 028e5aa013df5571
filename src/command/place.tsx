import { useCallback, useEffect, useState, createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { useIdlePage } from '../ports/idle.ts';
import { PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';

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

/** What can be opened before the code of the commands is there. */
export type Opening = 'palette' | 'help';

/** Null where there are no commands: in a moment of the past, and in tests of single pages. */
const CommandContext = createContext<((what: Opening) => void) | null>(null);
export const useOpenCommands = (): ((what: Opening) => void) | null => useContext(CommandContext);

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** RP-02.191: a dialog covers the page, or the page shows a past moment: shortcuts do not reach what is behind. WI-14.4: an item over the page is no such dialog. */
export function isBehind(target: EventTarget | null): boolean {
  // That of now comes first in the document; while a past moment is shown it is hidden.
  const page = document.getElementById('main');
  if (page === null || page.closest('[hidden]') !== null) return true;
  const over = document.querySelector('[data-front][role="dialog"]');
  if ((over ?? page).closest('[aria-hidden="true"], [inert]') !== null) return true;
  const dialog = target instanceof Element ? target.closest(DIALOG) : null;
  return dialog !== null && dialog !== over;
}
