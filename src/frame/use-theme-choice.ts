import { useCallback, useEffect } from 'react';
import { selectSignedIn } from '@espalier/core/access';
import { preferenceActions, preferenceSaga } from '@espalier/core/frame/preferences';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { theme, type Theme } from './theme.ts';

/** AP-09.60: shows a theme at once, and keeps it in the account of whoever is signed in. */
export function useThemeChoice(): (chosen: Theme) => void {
  const { storage } = usePorts();
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectSignedIn);
  useEffect(() => watch('preferences', preferenceSaga), [watch]);
  return useCallback(
    (chosen) => {
      theme.choose(chosen, storage);
      if (signedIn) dispatch(preferenceActions.chosen({ theme: chosen }));
    },
    [storage, dispatch, signedIn],
  );
}
