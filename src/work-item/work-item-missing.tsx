import { Link, useLocation } from 'react-router-dom';
import { selectSessionStatus, selectSignedIn } from '@espalier/core/access';
import { WORK_ITEM_TEXTS } from '@espalier/core/work-item';
import { usePageTitle } from '../frame/page-title.ts';
import { paths, signInFrom } from '../frame/route.ts';
import { useAppSelector } from '../store.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** WI-01.1: what does not exist and what one may not see look the same. */
export function MissingWorkItem() {
  const location = useLocation();
  const known = useAppSelector(selectSessionStatus) === 'ready';
  const signedIn = useAppSelector(selectSignedIn);
  usePageTitle(WORK_ITEM_TEXTS.missingTitle);
  return (
    <EmptyState
      heading="h1"
      icon="search"
      title={WORK_ITEM_TEXTS.missingTitle}
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
      {WORK_ITEM_TEXTS.missing}
    </EmptyState>
  );
}
