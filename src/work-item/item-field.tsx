import { createContext, useContext, useEffect } from 'react';
import type { ReactNode } from 'react';
import type { TypedField } from '@espalier/core/work-item/fields';
import { itemFieldActions } from '@espalier/core/work-item/fields';
import { useAppDispatch } from '../store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { useEditable } from '../ui/use-editable.ts';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import type { Editor } from '../ui/use-editable.ts';
import styles from './work-item-page.module.css';

interface ItemInPlace {
  readonly id: string;
  /** Shows the details where a small screen hides them: the palette and single keys open a field in them. */
  readonly reveal: () => void;
}

/** The item whose details these are. */
export const ItemContext = createContext<ItemInPlace>({ id: '', reveal: () => undefined });

export const useItemId = (): string => useContext(ItemContext).id;

interface ItemFieldProps {
  readonly title: string;
  readonly editor?: Editor | null;
  /** A change is on its way. */
  readonly saving?: boolean;
  /** Beside the name, where it has no editor. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the details: its name, its way into editing, its content. A part without content says so. */
export function ItemField({ title, editor = null, saving = false, action, children }: ItemFieldProps) {
  const { reveal } = useContext(ItemContext);
  const { open, frame, button, label } = useEditable(
    title,
    editor && {
      ...editor,
      onOpen: () => {
        reveal();
        editor.onOpen();
      },
    },
  );
  const value = useKeptFocus<HTMLElement>(button.ref);
  return (
    <div className={styles.widget} {...frame}>
      <dt className={styles.name}>
        {title}
        {editor !== null && <IconButton icon={open ? 'check' : 'pencil'} size="small" label={label} {...button} />}
        {action}
      </dt>
      <dd className={styles.value} aria-busy={saving || undefined} {...value}>
        {children}
      </dd>
    </div>
  );
}

/** AP-07.61: others are told that a value is being typed, while its field is open. */
export function useTyping(field: TypedField, open: boolean): void {
  const dispatch = useAppDispatch();
  const id = useItemId();
  useEffect(() => {
    if (!open) return;
    dispatch(itemFieldActions.valueEntered({ id, field }));
    return () => void dispatch(itemFieldActions.valueLeft({ id, field }));
  }, [dispatch, field, id, open]);
}

/** Stands where there is no value. */
export const None = () => <span className={styles.none}>None</span>;

/** WI-03.3: the list of a picker could not be read. */
export function PickerFailure({ text }: { readonly text: string | null }) {
  const dispatch = useAppDispatch();
  if (text === null) return null;
  return (
    <p className={styles.failure} role="alert">
      {text}
      <Button size="small" icon="retry" onClick={() => dispatch(itemFieldActions.pickerRetried())}>
        Try again
      </Button>
    </p>
  );
}
