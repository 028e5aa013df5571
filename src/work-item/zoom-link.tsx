import { selectZoomLink } from '@espalier/core/work-item/extras';
import { useAppSelector } from '../store.ts';
import { buttonClass } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './zoom-link.module.css';

/** IE-01.54: leads to the Zoom meeting about an item, where there is one. */
export function ZoomLink({ id }: { readonly id: string }) {
  const link = useAppSelector((state) => selectZoomLink(state, id));
  if (link === null) return null;
  return (
    <a
      className={classes(buttonClass('plain', 'small'), styles.link)}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="brand-zoom" /> Join Zoom meeting
    </a>
  );
}
