import type { IssueDeleteForm } from '@espalier/core/tree';
import { Button } from '../../ui/button.tsx';
import styles from './forms.module.css';

interface IssueDeletionProps {
  /** From `issueDeleteForm` of the core, with the page's CSRF token. */
  readonly form: IssueDeleteForm;
  readonly onCancel: () => void;
}

/** TR-24: a form that the browser itself posts, so that the server's own page answers. */
export function IssueDeletion({ form: { action, method, fields, text }, onCancel }: IssueDeletionProps) {
  return (
    <form className={styles.form} action={action} method={method}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className={styles.question}>{text}</p>
      <div className={styles.actions}>
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="danger">
          Delete issue
        </Button>
      </div>
    </form>
  );
}
