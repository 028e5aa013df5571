/** The menu itself. Loaded on first use: it is the heaviest part of the headless library. */

import type { RefObject } from 'react';
import { Header, Keyboard, Menu, MenuItem, Popover, Text, type Selection } from 'react-aria-components';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import styles from './menu-popover.module.css';

export interface MenuEntry<K extends string = string> {
  readonly key: K;
  readonly label: string;
  readonly icon?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Given, the menu is one of choices, of which this one holds or does not. */
  readonly checked?: boolean;
  /** A second line. */
  readonly hint?: string;
  /** Shown at the end: a keyboard shortcut. */
  readonly keys?: string;
  /** Starts a new group. */
  readonly separated?: boolean;
}

export interface AnchoredMenuProps<K extends string> {
  readonly label: string;
  readonly entries: readonly MenuEntry<K>[];
  /** Stands where there is no entry. */
  readonly nothing?: string;
  readonly anchor: RefObject<HTMLElement | null>;
  /** What gets the focus back; the anchor, unless it was opened from elsewhere. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** The caller closes the menu; the focus goes back right after. */
  readonly onChoose: (key: K) => void;
  readonly onClose: () => void;
  /** Which entry has the focus first. */
  readonly start?: 'first' | 'last';
}

export function MenuPopover<K extends string>({
  label,
  entries,
  nothing = 'Nothing to do here',
  anchor,
  returnTo = anchor,
  onChoose,
  onClose,
  start = 'first',
}: AnchoredMenuProps<K>) {
  const close = () => {
    onClose();
    returnTo.current?.focus();
  };
  const byChoice = entries.some((entry) => entry.checked !== undefined);
  const checked: Selection = new Set(entries.filter((entry) => entry.checked).map((entry) => entry.key));
  return (
    <Popover
      className={styles.popover ?? ''}
      aria-label={label}
      triggerRef={anchor}
      isOpen
      placement="bottom end"
      offset={4}
      onOpenChange={(open) => !open && close()}
    >
      {entries.length === 0 && <Header className={styles.nothing}>{nothing}</Header>}
      <Menu
        className={styles.menu ?? ''}
        aria-label={label}
        autoFocus={start}
        selectionMode={byChoice ? 'single' : 'none'}
        selectedKeys={checked}
        disabledKeys={entries.filter((entry) => entry.disabled).map((entry) => entry.key)}
        onAction={(key) => {
          onChoose(key as K);
          returnTo.current?.focus();
        }}
      >
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </Menu>
    </Popover>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  return (
    <MenuItem
      id={entry.key}
      textValue={entry.label}
      className={classes(styles.entry, entry.danger && styles.danger, entry.separated && styles.separated)}
    >
      {entry.checked === undefined ? (
        entry.icon !== undefined && <Icon name={entry.icon} />
      ) : (
        <Icon name="check" className={entry.checked ? undefined : styles.unchecked} />
      )}
      <span className={styles.texts}>
        <Text slot="label">{entry.label}</Text>
        {entry.hint !== undefined && (
          <Text slot="description" className={styles.hint ?? ''}>
            {entry.hint}
          </Text>
        )}
      </span>
      {entry.keys !== undefined && <Keyboard className={styles.keys ?? ''}>{entry.keys}</Keyboard>}
    </MenuItem>
  );
}
