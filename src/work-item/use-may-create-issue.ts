import { useEffect } from 'react';
import type { NewIssueFields } from '@espalier/core/new-issue';
import { newIssueActions, newIssueSaga, selectMayCreateIssue, selectPlaceStatus } from '@espalier/core/new-issue';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';

/** WI-18.3: may the viewer create issues in this project? Null while it is not known. `filled`: with the form, which is filled so. */
export function useMayCreateIssue(projectPath: string, filled: Partial<NewIssueFields> | null) {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  useEffect(() => {
    watch('newIssue', newIssueSaga);
    dispatch(newIssueActions.opened({ projectPath, filled }));
  }, [dispatch, watch, projectPath, filled]);
  const mayCreate = useAppSelector((state) => selectMayCreateIssue(state, { projectPath }));
  const status = useAppSelector(selectPlaceStatus);
  return { mayCreate: status === 'missing' ? false : mayCreate, failed: status === 'failed' };
}
