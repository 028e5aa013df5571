import { useId, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import fieldStyles from './field.module.css';
import { optionId, OptionList } from './option-list.tsx';
import { firstFor, removesToken } from '@espalier/core/frame';
import { TokenList } from './token-list.tsx';
import type { Token } from './token-list.tsx';
import styles from './token-input.module.css';

export interface Suggestion {
  readonly key: string;
  readonly title: string;
  /** Before the title, in muted text. */
  readonly name: string;
  /** Behind the title, in muted text. */
  readonly note: string | null;
}

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
  readonly autoFocus?: boolean;
  /** `caret` counts UTF-16 units in `text`. */
  readonly onType: (text: string, caret: number) => void;
  /** The focus left the text. */
  readonly onLeave: () => void;
  readonly onRemove: (index: number) => void;
  /** Suggestions for the text; without them the field is an ordinary one. */
  readonly completion?: {
    /** Names the list. */
    readonly label: string;
    readonly suggestions: readonly Suggestion[];
    /** Told to screen readers when it changes. */
    readonly text: string;
    readonly onPick: (key: string) => void;
    /** Escape. */
    readonly onClose: () => void;
    /** A press in the field, or an arrow key while the list is closed. */
    readonly onOpen?: () => void;
    /** RL-12.80: Enter takes what is offered for this text; without it, for all that is typed. */
    readonly typed?: string;
    /** Stands in an open list without suggestions; without it such a list is closed. */
    readonly nothing?: string | null;
  };
}

const NONE: readonly Suggestion[] = [];
const textsOf = ({ title, name }: Suggestion) => [title, name];

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
  autoFocus = false,
  onType,
  onLeave,
  onRemove,
  completion,
}: TokenInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const suggestions = readOnly ? NONE : (completion?.suggestions ?? NONE);
  const nothing = readOnly ? null : (completion?.nothing ?? null);
  const open = suggestions.length > 0 || nothing !== null;
  /** -1 where the marked one is not offered any more. */
  const active = suggestions.findIndex(({ key }) => key === marked);
  const about = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');

  const pick = (key: string) => {
    setMarked(null);
    completion?.onPick(key);
    input.current?.focus();
  };

  /** True: the key belonged to the list. */
  const pressInList = ({ key, nativeEvent }: KeyboardEvent): boolean => {
    if (nativeEvent.isComposing) return false;
    if (!open) {
      if (key !== 'ArrowDown' || completion?.onOpen === undefined) return false;
      completion.onOpen();
      return true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      const from = active < 0 && step < 0 ? 0 : active;
      setMarked(suggestions[(from + step + suggestions.length) % suggestions.length]?.key ?? null);
      return true;
    }
    const chosen = suggestions[active] ?? firstFor(suggestions, textsOf, completion?.typed ?? value);
    if (key === 'Enter' && chosen !== undefined) pick(chosen.key);
    else if (key === 'Escape') completion?.onClose();
    else return false;
    return true;
  };

  const press = (event: KeyboardEvent) => {
    if (pressInList(event)) {
      event.preventDefault();
      // The first Escape closes the list, not what is around the field.
      event.stopPropagation();
      return;
    }
    if (!removesToken(event.key, true) || value !== '' || tokens.length === 0 || readOnly) return;
    event.preventDefault();
    onRemove(tokens.length - 1);
  };

  /** A text field drops line breaks, and with them the word boundaries of a pasted list. */
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
      <div className={styles.anchor}>
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
            {...(completion && {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': open,
              'aria-controls': open ? `${id}-list` : undefined,
              'aria-activedescendant': active < 0 ? undefined : optionId(`${id}-list`, active),
            })}
            autoCapitalize="off"
            autoFocus={autoFocus}
            spellCheck={false}
            placeholder={tokens.length === 0 ? placeholder : undefined}
            value={value}
            readOnly={readOnly}
            aria-invalid={error ? true : undefined}
            aria-describedby={about === '' ? undefined : about}
            onChange={({ target }) => onType(target.value, target.selectionStart ?? target.value.length)}
            onClick={completion?.onOpen}
            onKeyDown={press}
            onPaste={paste}
            onBlur={onLeave}
          />
        </div>
        {completion && open && (
          <OptionList
            id={`${id}-list`}
            label={completion.label}
            options={suggestions}
            active={active}
            onPick={({ key }) => pick(key)}
            {...(nothing !== null && { nothing })}
          >
            {({ title, name, note }) => (
              <>
                <span className={styles.muted}>{name}</span>{' '}
                <span className={styles.title} dir="auto">
                  {title}
                </span>
                {note !== null && <span className={styles.muted}> {note}</span>}
              </>
            )}
          </OptionList>
        )}
        {completion && (
          <span className="visually-hidden" role="status">
            {open ? completion.text : ''}
          </span>
        )}
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
