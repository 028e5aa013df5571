import { paths } from '@espalier/core/frame';
import { buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { useMayCreateIssue } from './use-may-create-issue.ts';

/** Leads those who may create issues in a project to the form (WI-18.20). */
export function NewIssueLink({ projectPath }: { readonly projectPath: string }) {
  if (useMayCreateIssue(projectPath, null).mayCreate !== true) return null;
  return (
    <Link className={buttonClass('primary')} to={paths.newIssue(projectPath)}>
      New issue
    </Link>
  );
}
