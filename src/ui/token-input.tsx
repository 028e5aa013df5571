import { useId, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import fieldStyles from './field.module.css';
import { TokenList } from './token-list.tsx';
import type { Token } from './token-list.tsx';
import styles from './token-input.module.css';

interface TokenInputProps {
  readonly label: string;
  /** Names the list of tokens. */
  readonly tokensLabel: string;
  readonly placeholder?: string;
  readonly hint?: string | null;
  readonly error?: string | null;
  readonly tokens: readonly Token[];
  /** The text that is no token yet. */
  readonly value: string;
  readonly readOnly?: boolean;
  /** `caret` counts UTF-16 units in `text`. */
  readonly onType: (text: string, caret: number) => void;
  /** The focus left the text. */
  readonly onLeave: () => void;
  readonly onRemove: (index: number) => void;
}

/** A text in which finished words become tokens; its owner decides which words are finished. */
export function TokenInput({
  label,
  tokensLabel,
  placeholder,
  hint,
  error,
  tokens,
  value,
  readOnly = false,
  onType,
  onLeave,
  onRemove,
}: TokenInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const about = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || value !== '' || tokens.length === 0 || readOnly) return;
    event.preventDefault();
    onRemove(tokens.length - 1);
  };

  /** A text field throws line breaks away, and with them the ends of the words of a pasted list. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (readOnly || !/\s/.test(pasted)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const start = selectionStart ?? value.length;
    const before = value.slice(0, start) + pasted;
    onType(before + value.slice(selectionEnd ?? start), before.length);
  };

  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div
        className={classes(styles.box, Boolean(error) && styles.invalid)}
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <TokenList
          label={tokensLabel}
          tokens={tokens}
          disabled={readOnly}
          onRemove={(index) => {
            onRemove(index);
            input.current?.focus();
          }}
        />
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={tokens.length === 0 ? placeholder : undefined}
          value={value}
          readOnly={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={about === '' ? undefined : about}
          onChange={({ target }) => onType(target.value, target.selectionStart ?? target.value.length)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={onLeave}
        />
      </div>
      {error && (
        <p className={fieldStyles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className={fieldStyles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
