import { useId, useState } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref, ComponentProps } from 'react';
import { inputType } from '@espalier/core/frame';
import { classes } from './classes.ts';
import { IconButton } from './button.tsx';
import styles from './field.module.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: string | null;
  readonly error?: string | null;
  readonly onChange: (value: string) => void;
  /** A button in the field, at its end. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  hideLabel = false,
  hint,
  error,
  onChange,
  type = 'text',
  end,
  className,
  id: given,
  ...rest
}: TextFieldProps) {
  const made = useId();
  const id = given ?? made;
  const about = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  const input = (
    <input
      {...rest}
      id={id}
      type={inputType(type)}
      className={styles.control}
      aria-invalid={error ? true : undefined}
      aria-describedby={about === '' ? undefined : about}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <div className={classes(styles.field, className)}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      {end === undefined ? (
        input
      ) : (
        <div className={styles.ended}>
          {input}
          <span className={styles.end}>{end}</span>
        </div>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function Checkbox({ checked, onChange, hint, children }: CheckboxProps) {
  const id = useId();
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {children}
        {hint !== undefined && (
          <span className={styles.hint} id={id} style={{ display: 'block' }}>
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

interface SelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** The browser's own list: best on every device for a short choice. */
export function Select<V extends string>({ label, value, options, onChange }: SelectProps<V>) {
  return (
    <select
      className={styles.control}
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>;

/** A password, hidden until somebody wants to see what they type. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { label } = props;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          icon={shown ? 'eye-slash' : 'eye'}
          label={`Show ${label.toLowerCase()}`}
          size="small"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
