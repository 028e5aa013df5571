import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import styles from './gallery.module.css';

interface SectionProps {
  /** Names its picture in the tests. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** One control in its states. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section className={styles.section} id={id} data-gallery={id} aria-labelledby={`${id}-title`}>
      <h2 className={styles.heading} id={`${id}-title`}>
        {title}
      </h2>
      <div className={styles.specimens}>{children}</div>
    </section>
  );
}

interface SpecimenProps {
  /** Which state this is. */
  readonly state: string;
  readonly wide?: boolean;
  /** As wide as the page. */
  readonly whole?: boolean;
  readonly children: ReactNode;
}

export function Specimen({ state, wide = false, whole = false, children }: SpecimenProps) {
  return (
    <div className={classes(styles.specimen, (wide || whole) && styles.wide, whole && styles.whole)}>
      <span className={styles.state}>{state}</span>
      <div className={styles.stage}>{children}</div>
    </div>
  );
}

const person = (name: string) => ({ id: name, name, username: name.toLowerCase(), avatarUrl: null, webUrl: '' });

/** Who is assigned in the rows of the gallery. */
export const PEOPLE = ['Ada', 'Blaise', 'Carl'].map(person);
