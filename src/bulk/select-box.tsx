import styles from './select-box.module.css';

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
