import { useId, useState } from 'react';
import type { WorkItemModel } from '@espalier/core/work-item';
import { itemEdits, selectTypeChoices, TYPE_TEXTS } from '@espalier/core/work-item/fields';
import type { TypeChoice } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './type-dialog.module.css';

interface TypeDialogProps {
  readonly item: Pick<WorkItemModel, 'id' | 'title'>;
  readonly onClose: () => void;
}

/** WI-13.14: gives an item another type. What the item cannot be says why; what a type does not show is said before. */
export function TypeDialog({ item: { id, title }, onClose }: TypeDialogProps) {
  const dispatch = useAppDispatch();
  const choices = useAppSelector((state) => selectTypeChoices(state, id)) ?? [];
  const [picked, setPicked] = useState<TypeChoice['type'] | null>(null);
  const form = useId();
  // Somebody else may have made it that meanwhile, or given it what does not fit.
  const choice: TypeChoice | undefined = choices.find(({ type, fault }) => type === picked && fault === null);
  const first = choices.findIndex(({ fault }) => fault === null);
  return (
    <Dialog
      title={TYPE_TEXTS.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" disabled={choice === undefined}>
            {TYPE_TEXTS.title}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (choice === undefined) return;
          dispatch(itemEdits.typeChanged({ id, to: choice.type }));
          onClose();
        }}
      >
        <p className={styles.title} dir="auto">
          {title}
        </p>
        <fieldset className={styles.choices}>
          <legend className={styles.legend}>{TYPE_TEXTS.field}</legend>
          {choices.map((each, index) => (
            <Choice
              key={each.type}
              choice={each}
              name={form}
              autoFocus={index === first}
              checked={each.type === choice?.type}
              onPick={() => setPicked(each.type)}
            />
          ))}
        </fieldset>
        <p className={styles.hidden} role="status">
          {choice?.hidden}
        </p>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly choice: TypeChoice;
  readonly name: string;
  readonly autoFocus: boolean;
  readonly checked: boolean;
  readonly onPick: () => void;
}

function Choice({ choice: { type, name, icon, fault }, name: group, autoFocus, checked, onPick }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label className={styles.label}>
        <input
          type="radio"
          name={group}
          value={type}
          autoFocus={autoFocus}
          checked={checked}
          aria-disabled={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : id}
          onChange={() => fault === null && onPick()}
        />
        <Icon name={icon} /> {name}
      </label>
      {fault !== null && (
        <p className={styles.fault} id={id}>
          {fault}
        </p>
      )}
    </div>
  );
}
