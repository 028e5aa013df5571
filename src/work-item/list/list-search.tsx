import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './item-list.module.css';

interface ListSearchProps {
  /** What is searched, for screen readers. */
  readonly label: string;
  /** What the address says. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Enter or the button searches; the cross of the field empties it at once. */
export function ListSearch({ label, search, onSearch }: ListSearchProps) {
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  const change = (value: string) => {
    setText(value);
    if (value === '' && search !== '') onSearch('');
  };
  return (
    <form className={styles.search} role="search" aria-label={label} onSubmit={submit}>
      <TextField
        className={styles.field}
        label="Search by title"
        hideLabel
        placeholder="Search by title"
        type="search"
        autoComplete="off"
        value={text}
        onChange={change}
      />
      <Button type="submit" icon="search">
        Search
      </Button>
    </form>
  );
}
