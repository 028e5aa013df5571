import { useEffect } from 'react';
import { newIssueActions, newIssueSaga, selectMayCreateIssue, selectPlaceStatus } from '@espalier/core/new-issue';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';

/** WI-18.3: may the viewer create issues in this project? Null while it is not known. */
export function useMayCreateIssue(projectPath: string): {
  readonly mayCreate: boolean | null;
  readonly failed: boolean;
} {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  useEffect(() => {
    watch('newIssue', newIssueSaga);
    dispatch(newIssueActions.placeEntered({ projectPath }));
  }, [dispatch, watch, projectPath]);
  const mayCreate = useAppSelector((state) => selectMayCreateIssue(state, { projectPath }));
  const status = useAppSelector(selectPlaceStatus);
  return { mayCreate: status === 'missing' ? false : mayCreate, failed: status === 'failed' };
}
