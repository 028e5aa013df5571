import styles from './field.module.css';

/** Joins class names, leaving out what is absent. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The class of a text control, for the few that are no `TextField`. Here, so that the first page has it without the fields. */
export const controlClass: string = styles.control ?? '';
