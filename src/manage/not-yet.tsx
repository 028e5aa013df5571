import { paths } from '@espalier/core/frame';
import { usePageTitle } from '../frame/page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';

/** An address of the product whose view comes with a later version. */
export function NotYet({ groupPath }: { readonly groupPath: string }) {
  usePageTitle('Not part of this version');
  return (
    <EmptyState
      heading="h1"
      icon="information-o"
      title="This view is not part of this version"
      actions={
        <>
          <Link className={buttonClass('primary')} to={paths.epics(groupPath)}>
            Epics of {groupPath}
          </Link>
          <Link className={buttonClass()} to={paths.home}>
            Go to the home page
          </Link>
        </>
      }
    />
  );
}
