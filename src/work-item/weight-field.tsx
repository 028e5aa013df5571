import { useEffect, useRef, useState } from 'react';
import {
  itemWeightActions,
  readWeight,
  selectMayChangeWeight,
  selectSavingWeight,
  WEIGHT_ERROR,
} from '@espalier/core/work-item';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './work-item-page.module.css';

interface WeightFieldProps {
  readonly id: string;
  readonly weight: number | null;
}

/** WI-07: the weight, edited in place. Enter and leaving the field save, Escape does not; what cannot be read stays in the field. */
export function WeightField({ id, weight }: WeightFieldProps) {
  const dispatch = useAppDispatch();
  const mayChange = useAppSelector(selectMayChangeWeight);
  const saving = useAppSelector(selectSavingWeight);
  /** Null: it is not being edited. */
  const [text, setText] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** The field is being closed: that it loses the focus saves nothing. */
  const closing = useRef(false);
  const editing = text !== null;
  useEffect(() => {
    if (!editing) return;
    field.current?.focus();
    field.current?.select();
  }, [editing]);

  const close = (takesFocus: boolean) => {
    closing.current = true;
    setText(null);
    setRefused(false);
    if (takesFocus) edit.current?.focus();
  };
  const save = (takesFocus: boolean) => {
    const read = readWeight(text ?? '');
    setRefused(read === null);
    if (read === null) return;
    dispatch(itemWeightActions.weightChanged({ id, ...read }));
    close(takesFocus);
  };

  return (
    <div className={styles.widget}>
      <dt className={styles.name}>
        Weight
        {mayChange && (
          <IconButton
            ref={edit}
            icon="pencil"
            size="small"
            label="Edit weight"
            aria-expanded={editing}
            onClick={() => {
              closing.current = false;
              setText(weight === null ? '' : String(weight));
            }}
          />
        )}
      </dt>
      <dd className={styles.value} aria-busy={saving || undefined}>
        {text !== null ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save(true);
            }}
          >
            <TextField
              ref={field}
              label="Weight"
              hideLabel
              inputMode="numeric"
              autoComplete="off"
              placeholder="None"
              value={text}
              error={refused ? WEIGHT_ERROR : null}
              onChange={setText}
              onBlur={() => {
                if (!closing.current) save(false);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.stopPropagation();
                close(true);
              }}
            />
          </form>
        ) : (
          (weight ?? <span className={styles.none}>None</span>)
        )}
      </dd>
    </div>
  );
}
