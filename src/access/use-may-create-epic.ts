import { useEffect } from 'react';
import { accessActions, selectMayCreateEpic } from '@espalier/core/access';
import { useAppDispatch, useAppSelector } from '../store.ts';

/** EP-18.24: may the viewer create epics in this group? Null while it is not known. */
export function useMayCreateEpic(groupPath: string): boolean | null {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(accessActions.groupEntered({ groupPath }));
  }, [dispatch, groupPath]);
  return useAppSelector((state) => selectMayCreateEpic(state, groupPath));
}
