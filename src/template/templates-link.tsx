import { useEffect } from 'react';
import { accessActions, selectMayManageTemplates } from '@espalier/core/access';
import { paths } from '@espalier/core/frame';
import type { TemplatesRoute } from '@espalier/core/frame';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';

/** Leads those who manage the templates of a place to them (IE-08.33). */
export function TemplatesLink({ kind, fullPath, groupPath }: Omit<TemplatesRoute, 'page'>) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(accessActions.groupEntered({ groupPath }));
  }, [dispatch, groupPath]);
  const isManager = useAppSelector((state) => selectMayManageTemplates(state, groupPath)) === true;
  if (!isManager) return null;
  return (
    <Link className={buttonClass()} to={paths.templates({ kind, fullPath })}>
      Templates
    </Link>
  );
}
