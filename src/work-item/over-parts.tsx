import { useTitleOver } from '../frame/page-title.ts';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import styles from './item-over.module.css';

/** What a modal and a panel have in common, whether an item stands in it or an epic. */

interface OverBarProps {
  /** The path of its page; null: it is not known yet. */
  readonly page: string | null;
  readonly onClose: () => void;
}

/** Leads to its page, and closes it. */
export function OverBar({ page, onClose }: OverBarProps) {
  return (
    <div className={styles.bar}>
      {page !== null && (
        <Link className={buttonClass('quiet', 'small')} to={page}>
          <Icon name="external-link" /> Open page
        </Link>
      )}
      <IconButton icon="close" label="Close" size="small" onClick={onClose} />
    </div>
  );
}

/** The title of the browser's tab while it covers the page. */
export function OverTitle({ title }: { readonly title: string }) {
  useTitleOver(title);
  return null;
}

interface MissingOverProps {
  readonly title: string;
  readonly text: string;
}

/** It does not exist, or may not be seen. */
export function MissingOver({ title, text }: MissingOverProps) {
  return (
    <EmptyState heading="h1" icon="search" title={title}>
      {text}
    </EmptyState>
  );
}
