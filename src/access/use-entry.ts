import { useEffect } from 'react';
import { entrySaga } from '@espalier/core/access';
import { useWatch } from '../store.ts';

/** Starts what sends the forms that let somebody in: signing in, the first run, the password. */
export function useEntry(): void {
  const watch = useWatch();
  useEffect(() => watch('entry', entrySaga), [watch]);
}
