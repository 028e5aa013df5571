import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'quiet' | 'link';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly look?: ButtonLook;
  readonly size?: 'medium' | 'small';
  readonly icon?: string;
  /** In flight: shows a spinner, takes no click, keeps the focus. */
  readonly loading?: boolean;
  /** Unavailable: takes no click, stays reachable, so that a keyboard does not lose its place. */
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children?: ReactNode;
}

/** How a button or a link that looks like one is dressed. */
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
