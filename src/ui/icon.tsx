import { classes } from './classes.ts';
import './icons.css';
import styles from './icon.module.css';

interface IconProps {
  /** A name out of icons.css. */
  readonly name: string;
  /** What the icon says; without it the icon is decoration and text beside it says the same. */
  readonly label?: string;
  /** Shown on hover, focus and touch; see Tooltips. */
  readonly tooltip?: string;
  readonly small?: boolean;
  readonly className?: string;
}

/** One element, filled with the colour of the text around it. */
export function Icon({ name, label, tooltip, small = false, className }: IconProps) {
  return (
    <span
      className={classes(styles.icon, small && styles.small, className)}
      data-icon={name}
      data-tooltip={tooltip}
      tabIndex={tooltip === undefined ? undefined : -1}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    />
  );
}
