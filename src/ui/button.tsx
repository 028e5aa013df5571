import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './progress.tsx';
import styles from './button.module.css';

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'quiet' | 'link';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly look?: ButtonLook;
  readonly size?: 'medium' | 'small';
  readonly icon?: string;
  /** In flight: shows a spinner, ignores clicks, keeps the focus. */
  readonly loading?: boolean;
  /** Unavailable: ignores clicks but stays focusable, so that the keyboard does not lose its place. */
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children?: ReactNode;
}

/** The class of a button, or of a link that looks like one. */
export function buttonClass(look: ButtonLook = 'plain', size: 'medium' | 'small' = 'medium', square = false): string {
  return classes(styles.button, styles[look], size === 'small' && styles.small, square && styles.square);
}

export function Button({
  look = 'plain',
  size = 'medium',
  icon,
  loading = false,
  disabled = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const inert = loading || disabled;
  return (
    <button
      {...rest}
      type={type}
      className={classes(buttonClass(look, size), className)}
      aria-disabled={inert || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => (inert ? event.preventDefault() : onClick?.(event))}
    >
      {loading ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  readonly icon: string;
  /** Its name, shown as tooltip too. */
  readonly label: string;
}

export function IconButton({
  icon,
  label,
  look = 'quiet',
  size = 'medium',
  loading = false,
  disabled = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const inert = loading || disabled;
  return (
    <button
      {...rest}
      type={type}
      className={classes(buttonClass(look, size, true), className)}
      aria-label={label}
      aria-disabled={inert || undefined}
      aria-busy={loading || undefined}
      data-tooltip={label}
      onClick={(event) => (inert ? event.preventDefault() : onClick?.(event))}
    >
      {loading ? <Spinner /> : <Icon name={icon} />}
    </button>
  );
}

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The change is on its way; it can be changed again. */
  readonly busy?: boolean;
  /** It cannot be changed now but stays focusable, so that the reason is read out. */
  readonly unavailable?: boolean;
  /** Id of the text that says why, or what it means. */
  readonly describedBy?: string;
  readonly children: ReactNode;
}

export function Switch({ checked, onChange, busy = false, unavailable = false, describedBy, children }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        className={styles.track}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-busy={busy || undefined}
        aria-disabled={unavailable || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          if (!unavailable) onChange(event.target.checked);
        }}
      />
      {children}
    </label>
  );
}
