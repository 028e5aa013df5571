import { useEffect, useRef } from 'react';
import type { Option, Pick } from './filter-options.ts';
import styles from './filter-bar.module.css';

interface FilterListProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  /** Of the marked one; -1: none. */
  readonly active: number;
  readonly onPick: (pick: Pick) => void;
  /** Stands where there is no option. */
  readonly nothing: string;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** What can be chosen next, below the field. The keyboard stays in the field, which marks one of the options. */
export function FilterList({ id, label, options, active, onPick, nothing }: FilterListProps) {
  return (
    <ul className={styles.list} id={id} role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <OptionView
          key={option.key}
          id={optionId(id, index)}
          option={option}
          marked={index === active}
          onPick={() => onPick(option.pick)}
        />
      ))}
      {options.length === 0 && (
        <li className={styles.note} role="option" aria-selected={false} aria-disabled>
          {nothing}
        </li>
      )}
    </ul>
  );
}

interface OptionProps {
  readonly id: string;
  readonly option: Option;
  readonly marked: boolean;
  readonly onPick: () => void;
}

function OptionView({ id, option: { title, detail, color }, marked, onPick }: OptionProps) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (marked) element.current?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  return (
    <li
      ref={element}
      id={id}
      className={styles.option}
      role="option"
      aria-selected={marked}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {color !== null && <span className={styles.swatch} style={{ background: color }} />}
      <span dir="auto">{title}</span>
      {detail !== null && <span className={styles.detail}>{detail}</span>}
    </li>
  );
}
