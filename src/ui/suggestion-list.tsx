import { useEffect, useRef } from 'react';
import styles from './suggestion-list.module.css';

export interface Suggestion {
  readonly key: string;
  readonly title: string;
  /** Before the title, in muted text. */
  readonly name: string;
  /** Behind the title, in muted text. */
  readonly note: string | null;
}

interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
  /** Of the marked one; -1: none. */
  readonly active: number;
  readonly onPick: (key: string) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** What could be meant by the text of a field, below it. The keyboard stays in the field, which marks one of the options. */
export function SuggestionList({ id, label, suggestions, active, onPick }: SuggestionListProps) {
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul className={styles.list} id={id} role="listbox" aria-label={label}>
      {suggestions.map(({ key, title, name, note }, index) => (
        <li
          key={key}
          ref={index === active ? marked : null}
          className={styles.option}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(key)}
        >
          <span className={styles.muted}>{name}</span>{' '}
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {note !== null && <span className={styles.muted}> {note}</span>}
        </li>
      ))}
    </ul>
  );
}
