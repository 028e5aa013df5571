import { selectSignedIn } from '@espalier/core/access';
import { useAppSelector, usePlace } from '../store.ts';
import styles from './select-box.module.css';

/** TR-05.51: rows are selected on the page only, by those who are signed in. */
export function useMaySelect(): boolean {
  const signedIn = useAppSelector(selectSignedIn);
  return usePlace() === undefined && signedIn;
}

interface SelectBoxProps {
  readonly title: string;
  readonly selected: boolean;
  readonly tabIndex?: number;
}

/** TR-05.55: the checkbox of a row. The click that ticks it is the row's own. */
export function SelectBox({ title, selected, tabIndex }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={`Select ${title}`}
      checked={selected}
      tabIndex={tabIndex}
      onChange={nothing}
    />
  );
}

const nothing = () => undefined;
