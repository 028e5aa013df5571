import { useEffect, useState } from 'react';

/**
 * A module that is loaded when it is first wanted. A failed load (offline, a newer version was deployed) is reported as `failed`, and the
 * next time it is wanted it is tried again: `import()` keeps what it loaded and forgets what it could not.
 */
export function useLazy<M>(
  load: () => Promise<M>,
  wanted: boolean,
): { readonly module: M | null; readonly failed: boolean } {
  const [module, setModule] = useState<M | null>(null);
  const [failed, setFailed] = useState(false);
  const missing = wanted && module === null;

  useEffect(() => {
    if (!missing) return;
    let live = true;
    load().then(
      (loaded) => live && setModule(() => loaded),
      () => live && setFailed(true),
    );
    return () => {
      live = false;
      setFailed(false);
    };
  }, [load, missing]);

  return { module, failed };
}
