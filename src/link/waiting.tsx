import { SkeletonRows } from '../ui/progress.tsx';
import styles from './places.module.css';

/** The linked items, or their code, are on their way. */
export const Waiting = () => <SkeletonRows rows={2} label="Loading the linked items" className={styles.waiting} />;
