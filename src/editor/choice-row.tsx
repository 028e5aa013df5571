import type { AriaAttributes, CSSProperties } from 'react';
import type { Choice } from '@espalier/core/editor';
import { Avatar } from '../ui/avatar.tsx';
import { OptionList, optionId } from '../ui/option-list.tsx';
import type { Choices } from './use-choices.ts';
import styles from './markdown-field.module.css';

/** A choice as the list shows it: what it is, and how it looks. */
function ChoiceRow({ choice: { label, hint, color, emoji, avatarUrl } }: { readonly choice: Choice }) {
  return (
    <span className={styles.choice}>
      {avatarUrl !== undefined && <Avatar name={hint ?? label} src={avatarUrl} />}
      {emoji !== undefined && <span aria-hidden>{emoji}</span>}
      {color !== undefined && <span className={styles.colour} style={{ '--colour': color } as CSSProperties} />}
      <span dir="auto">{label}</span>
      {hint !== null && (
        <span className={styles.hint} dir="auto">
          {hint}
        </span>
      )}
    </span>
  );
}

interface ChoiceListProps {
  /** Of the list; its field has it, too. */
  readonly id: string;
  readonly choices: Choices;
}

/** What is offered, beside the field. */
export function ChoiceList({ id, choices: { isOpen, style, options, active, take } }: ChoiceListProps) {
  return (
    isOpen && (
      <div style={style}>
        <OptionList
          id={id}
          label="Suggestions"
          className={styles.choices ?? ''}
          options={options}
          active={active}
          onPick={take}
        >
          {(choice) => <ChoiceRow choice={choice} />}
        </OptionList>
      </div>
    )
  );
}

/** What a field says of the list that is offered in it. */
export const aboutChoices = (id: string, { isOpen, active }: Choices) =>
  ({
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? optionId(id, active) : undefined,
  }) satisfies AriaAttributes;

/** Tells how many there are. */
export function ChoiceCount({ choices: { isOpen, options } }: Pick<ChoiceListProps, 'choices'>) {
  return (
    <span className="visually-hidden" role="status">
      {isOpen ? `${options.length} suggestions` : ''}
    </span>
  );
}
