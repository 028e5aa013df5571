import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './option-list.module.css';

interface OptionListProps<T extends { readonly key: string }> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly T[];
  /** Of the marked one; -1: none. */
  readonly active: number;
  readonly onPick: (option: T) => void;
  /** Given, several can be chosen, and this tells which are; without it the marked one is the choice. */
  readonly isChosen?: (option: T) => boolean;
  /** With `isChosen`: one alone can be chosen. */
  readonly single?: boolean;
  /** Stands where there is no option. */
  readonly nothing?: string;
  readonly className?: string;
  readonly children: (option: T) => ReactNode;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The options for the text of a field, below it, or above it where only there is room (RL-12.84). The focus stays in the field, which marks one of them. */
export function OptionList<T extends { readonly key: string }>(props: OptionListProps<T>) {
  const { id, label, options, active, onPick, isChosen, single = false, nothing, className, children } = props;
  const marked = useRef<HTMLLIElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [isAbove, setAbove] = useState(false);
  useLayoutEffect(() => {
    const field = list.current?.parentElement?.getBoundingClientRect();
    const box = list.current?.getBoundingClientRect();
    if (field === undefined || box === undefined || className !== undefined) return;
    if (box.bottom > window.innerHeight && field.bottom <= window.innerHeight && box.height < field.top) setAbove(true);
  }, [options.length, className]);
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' });
  }, [active, options]);
  return (
    <ul
      ref={list}
      className={classes(styles.list, isAbove && styles.above, className)}
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={(isChosen !== undefined && !single) || undefined}
    >
      {options.map((option, index) => (
        <li
          key={option.key}
          ref={index === active ? marked : null}
          className={classes(styles.option, index === active && styles.marked)}
          id={optionId(id, index)}
          role="option"
          aria-selected={isChosen === undefined ? index === active : isChosen(option)}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {children(option)}
        </li>
      ))}
      {options.length === 0 && nothing !== undefined && (
        <li className={classes(styles.option, styles.nothing)} role="option" aria-selected={false} aria-disabled>
          {nothing}
        </li>
      )}
    </ul>
  );
}
