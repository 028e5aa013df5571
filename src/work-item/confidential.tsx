import { Icon } from '../ui/icon.tsx';
import styles from './confidential.module.css';

/** The sign of a confidential item; its tooltip says who can see it. */
export function ConfidentialIcon({ tooltip }: { readonly tooltip: string }) {
  return <Icon name="eye-slash" className={styles.icon} label="Confidential" tooltip={tooltip} />;
}
