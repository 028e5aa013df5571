import { memo } from 'react';
import { extrasActions, selectExtrasFailed, selectReactions } from '@espalier/core/work-item/extras';
import type { ShownReactions } from '@espalier/core/work-item/extras';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import styles from './reactions.module.css';

/** WI-07.60: the reactions to an item, under its description; pressing one gives it or takes it back. */
export const Reactions = memo(function Reactions({ id }: { readonly id: string }) {
  const dispatch = useAppDispatch();
  const shown = useAppSelector((state) => selectReactions(state, id));
  const failed = useAppSelector((state) => selectExtrasFailed(state, id));
  const toggle = (emoji: string) => dispatch(extrasActions.reactionToggled({ id, emoji }));
  if (shown === null) {
    return (
      <div className={styles.reactions}>
        {failed && (
          <p className={styles.failure}>
            The reactions could not be read.{' '}
            <Button size="small" icon="retry" onClick={() => dispatch(extrasActions.retried())}>
              Try again
            </Button>
          </p>
        )}
      </div>
    );
  }
  return <ReactionBar shown={shown} onToggle={toggle} />;
});

interface ReactionBarProps {
  readonly shown: ShownReactions;
  readonly onToggle: (emoji: string) => void;
}

/** What was given, and a menu of more. */
export function ReactionBar({ shown, onToggle }: ReactionBarProps) {
  const frame = useKeptFocus<HTMLDivElement>();
  return (
    <div className={styles.reactions} role="group" aria-label="Reactions" {...frame}>
      {shown.reactions.map((reaction) => (
        <Reaction key={reaction.emoji} reaction={reaction} mayReact={shown.mayReact} onToggle={onToggle} />
      ))}
      {shown.mayReact && (
        <MenuButton
          label="Add reaction"
          icon="plus"
          iconOnly
          look="quiet"
          size="small"
          nothing="Every reaction is there already"
          entries={shown.more.map(({ emoji, text }) => ({ key: emoji, label: text }))}
          onChoose={onToggle}
        />
      )}
    </div>
  );
}

interface ReactionProps {
  readonly reaction: ShownReactions['reactions'][number];
  readonly mayReact: boolean;
  readonly onToggle: (emoji: string) => void;
}

function Reaction({ reaction: { emoji, look, title, count, isOwn, who }, mayReact, onToggle }: ReactionProps) {
  const label = `${title}: ${count}${who === '' ? '' : `, ${who}`}`;
  const content = (
    <>
      <span aria-hidden className={styles.emoji}>
        {look}
      </span>
      {count > 0 && <span aria-hidden>{count}</span>}
    </>
  );
  const tooltip = who === '' ? `React with ${title}` : `${who}: ${title}`;
  return mayReact ? (
    <button
      type="button"
      className={styles.reaction}
      aria-pressed={isOwn}
      aria-label={label}
      data-tooltip={tooltip}
      onClick={() => onToggle(emoji)}
    >
      {content}
    </button>
  ) : (
    <span className={styles.reaction} role="img" aria-label={label} data-tooltip={tooltip} tabIndex={-1}>
      {content}
    </span>
  );
}
