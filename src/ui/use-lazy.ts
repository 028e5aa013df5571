import { useCallback, useEffect, useState } from 'react';

export interface Lazy<M> {
  /** Null until it is there. */
  readonly module: M | null;
  /** The last try failed; nothing is on its way. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/**
 * A module that is loaded when it is first wanted. A failed load (offline, a newer version was deployed) is reported as `failed`; it is
 * tried again on `retry`, when the browser is online again, and the next time it is wanted: `import()` keeps what it loaded and forgets
 * what it could not.
 */
export function useLazy<M>(load: () => Promise<M>, wanted: boolean): Lazy<M> {
  const [module, setModule] = useState<M | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const missing = wanted && module === null;
  const retry = useCallback(() => setAttempt((before) => before + 1), []);

  useEffect(() => {
    if (!missing) return;
    let live = true;
    loadDressed(load).then(
      (loaded) => live && setModule(() => loaded),
      () => live && setFailed(true),
    );
    return () => {
      live = false;
      setFailed(false);
    };
  }, [load, missing, attempt]);

  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, retry]);

  return { module, failed, retry };
}

const failedStyles = new Set<HTMLLinkElement>();

/** To be called once. A style sheet that could not be fetched is otherwise never asked for again, and its module would come undressed. */
export function watchStyles(): void {
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  window.addEventListener('error', remember, { capture: true });
}

/** Loads a module, and before it the style sheets that could not be fetched before. */
export async function loadDressed<M>(load: () => Promise<M>): Promise<M> {
  await Promise.all([...failedStyles].map(fetchAgain));
  return load();
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  failedStyles.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', reject);
    link.replaceWith(again);
  });
}
