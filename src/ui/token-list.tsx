import { useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { removesToken } from '@espalier/core/frame';
import styles from './token-list.module.css';

export interface Token {
  readonly key: string;
  readonly text: string;
  /** Replaces the text if it is more than plain text. */
  readonly view?: ReactNode;
  /** The state of what the token names, shown before its text (RL-02.2). */
  readonly state?: { readonly icon: string; readonly title: string };
  /** What the text names, behind it. */
  readonly title?: string;
  /** What the text names, on pointing at it. */
  readonly tooltip?: string;
  /** Why it was refused; said in the token, which is red. */
  readonly fault?: string;
  /** Why the token looks doubtful; shown as a warning beside its text. */
  readonly doubt?: string;
}

interface TokenListProps {
  readonly label: string;
  readonly tokens: readonly Token[];
  readonly disabled?: boolean;
  readonly onRemove: (index: number) => void;
}

const NONE: readonly Token[] = [];

/** What was added or removed, for screen readers. */
function change(before: readonly Token[], after: readonly Token[]): string {
  const texts = (of: readonly Token[], without: readonly Token[]) =>
    of.filter(({ key }) => !without.some((other) => other.key === key)).map(({ text }) => text);
  const added = texts(after, before).map((text) => `${text} added`);
  const removed = texts(before, after).map((text) => `${text} removed`);
  return [...added, ...removed].join(', ');
}

/** Chosen things, each with a button that removes it. The items flow with those of the surrounding element. */
export function TokenList({ label, tokens, disabled = false, onRemove }: TokenListProps) {
  const [known, setKnown] = useState(NONE);
  const [news, setNews] = useState('');
  if (known !== tokens) {
    setKnown(tokens);
    setNews(change(known, tokens));
  }
  return (
    <>
      {tokens.length > 0 && (
        <ul className={styles.list} role="list" aria-label={label}>
          {tokens.map(({ key, text, view, state, title, tooltip, doubt, fault }, index) => (
            <li
              key={key}
              className={classes(
                styles.token,
                doubt !== undefined && styles.doubtful,
                fault !== undefined && styles.refused,
              )}
              onKeyDown={(event) => {
                if (disabled || !removesToken(event.key, false)) return;
                event.preventDefault();
                // The surrounding widget uses these keys too.
                event.stopPropagation();
                onRemove(index);
              }}
            >
              {doubt !== undefined && <Icon name="warning" label={doubt} tooltip={doubt} small />}
              {fault !== undefined && <Icon name="error" label="Refused" small />}
              {state !== undefined && <Icon name={state.icon} label={state.title} tooltip={state.title} small />}
              <span className={styles.text} dir="auto" data-tooltip={tooltip}>
                {view ?? text}
              </span>
              {title !== undefined && (
                <>
                  {' '}
                  <span className={styles.title} dir="auto" data-tooltip={title}>
                    {title}
                  </span>
                </>
              )}
              {fault !== undefined && (
                <>
                  {' '}
                  <span className={styles.fault}>{fault}</span>
                </>
              )}
              <IconButton
                icon="close"
                label={`Remove ${text}`}
                size="small"
                disabled={disabled}
                onClick={() => onRemove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <span className="visually-hidden" role="status">
        {news}
      </span>
    </>
  );
}
