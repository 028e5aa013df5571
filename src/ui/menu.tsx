import { useRef, useState, type KeyboardEvent } from 'react';
import { buttonClass, type ButtonLook } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { PopupFailure } from './empty-state.tsx';
import type { AnchoredMenuProps, MenuEntry } from './menu-popover.tsx';
import { preload, useLazy } from './use-lazy.ts';

const loadMenu = () => import('./menu-popover.tsx');

/** Fetches the menu's code before it is needed: on hover and focus of what opens it. */
export const preloadMenu = () => preload(loadMenu);

/** An open menu next to its anchor, which gets the focus back. Nothing is shown until its code has loaded. */
export function AnchoredMenu<K extends string>(props: AnchoredMenuProps<K>) {
  const { module, failed, retry } = useLazy(loadMenu, true);
  if (failed) return <PopupFailure what="The menu" onRetry={retry} onClose={props.onClose} />;
  return module === null ? null : <module.MenuPopover {...props} />;
}

interface MenuButtonProps<K extends string> {
  /** The name of the button and of the menu; the button's text unless `icon` stands alone. */
  readonly label: string;
  readonly icon?: string;
  readonly iconOnly?: boolean;
  readonly look?: ButtonLook;
  readonly size?: 'medium' | 'small';
  readonly entries: readonly MenuEntry<K>[];
  /** Stands where there is no entry. */
  readonly nothing?: string;
  readonly onChoose: (key: K) => void;
  readonly className?: string;
  /** Its name for the palette, which presses it. */
  readonly command?: string;
}

/**
 * Enter and Space are handled as keys: the click that a browser makes of them would count as a screen reader's, for which the focus is moved later, and
 * then sometimes to the menu but to none of its entries.
 */
const STARTS = { ArrowDown: 'first', ArrowUp: 'last', Enter: 'first', ' ': 'first' } as const;

export function MenuButton<K extends string>({
  label,
  icon,
  iconOnly = false,
  look = 'plain',
  size = 'medium',
  entries,
  nothing,
  onChoose,
  className,
  command,
}: MenuButtonProps<K>) {
  const [open, setOpen] = useState<'first' | 'last' | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  const press = (event: KeyboardEvent) => {
    const start = STARTS[event.key as 'ArrowDown'];
    if (start === undefined) return;
    event.preventDefault();
    setOpen(start);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes(buttonClass(look, size, iconOnly), className)}
        data-command={command}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-label={iconOnly ? label : undefined}
        data-tooltip={iconOnly && open === null ? label : undefined}
        onClick={() => setOpen(open === null ? 'first' : null)}
        onKeyDown={press}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
      >
        {icon !== undefined && <Icon name={icon} />}
        {!iconOnly && label}
        {!iconOnly && <Icon name="chevron-down" small />}
      </button>
      {open !== null && (
        <AnchoredMenu
          label={label}
          entries={entries}
          nothing={nothing}
          anchor={button}
          start={open}
          onChoose={(key) => {
            setOpen(null);
            onChoose(key);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
