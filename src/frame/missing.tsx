import { Link, useLocation } from 'react-router-dom';
import { NOT_FOUND_TEXT, selectSessionStatus, selectSignedIn } from '@espalier/core/access';
import { useAppSelector } from '../store.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from './page-title.ts';
import { paths, signInFrom } from './route.ts';

interface MissingProps {
  readonly title?: string;
  readonly text?: string;
}

/** What does not exist and what one may not see look the same, on purpose. */
export function Missing({ title = 'Page not found', text = NOT_FOUND_TEXT }: MissingProps) {
  const location = useLocation();
  const known = useAppSelector(selectSessionStatus) === 'ready';
  const signedIn = useAppSelector(selectSignedIn);
  usePageTitle(title);
  return (
    <EmptyState
      heading="h1"
      icon="search"
      title={title}
      actions={
        <>
          <Link className={buttonClass('primary')} to={paths.home}>
            Go to the home page
          </Link>
          {known && !signedIn && (
            <Link className={buttonClass()} to={signInFrom(location)}>
              Sign in
            </Link>
          )}
        </>
      }
    >
      {text}
    </EmptyState>
  );
}

/** An address of the product whose view comes with a later version. */
export function NotYet({ groupPath }: { readonly groupPath: string | null }) {
  usePageTitle('Not part of this version');
  return (
    <EmptyState
      heading="h1"
      icon="information-o"
      title="This view is not part of this version"
      actions={
        <>
          {groupPath !== null && (
            <Link className={buttonClass('primary')} to={paths.epics(groupPath)}>
              Epics of {groupPath}
            </Link>
          )}
          <Link className={buttonClass()} to={paths.home}>
            Go to the home page
          </Link>
        </>
      }
    >
      Espalier shows groups, projects, their epics and issues, the trees of their children, and roadmaps so far.
    </EmptyState>
  );
}
