import { useUnderWay } from '../ui/under-way.ts';
import styles from './progress.module.css';

/** RP-02.271: a thin line below the header from the click on, until the page with its data is there. What is read out is the new page's name. */
export function Progress() {
  return useUnderWay() ? <div className={styles.progress} role="progressbar" aria-label="Loading the page" /> : null;
}
