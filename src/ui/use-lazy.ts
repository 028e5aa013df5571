import { createContext, useContext, useEffect, useState } from 'react';

interface Lazy<M> {
  /** Null until it is there. */
  readonly module: M | null;
  /** It could not be fetched. The page reloads itself when that may help. */
  readonly failed: boolean;
  /** Reloads the page at once. */
  readonly retry: () => void;
}

/** Reloads the page because a person asks for what is missing. */
export const RenewContext = createContext<() => void>(() => undefined);

/**
 * Browsers remember a failed import for the life of the page; a style sheet that failed would not even be requested again, and its module would come
 * unstyled.
 */
const failedLoads = new WeakSet<() => Promise<unknown>>();

/** A module that is loaded when it is first wanted. */
export function useLazy<M>(load: () => Promise<M>, wanted: boolean): Lazy<M> {
  const [module, setModule] = useState<M | null>(null);
  const [failed, setFailed] = useState(false);
  const retry = useContext(RenewContext);
  const missing = wanted && module === null;

  useEffect(() => {
    if (!missing) return;
    let live = true;
    loadOnce(load).then(
      (loaded) => live && setModule(() => loaded),
      () => live && setFailed(true),
    );
    return () => {
      live = false;
      setFailed(false);
    };
  }, [load, missing]);

  return { module, failed, retry };
}

/** Fetches a module before it is needed; a failure shows when it is. */
export const preload = (load: () => Promise<unknown>): void => void loadOnce(load).catch(() => undefined);

/** Loads a module, but never retries one that could not be fetched. */
export async function loadOnce<M>(load: () => Promise<M>): Promise<M> {
  if (failedLoads.has(load)) throw new Error('This code could not be fetched before');
  try {
    return await load();
  } catch (error) {
    failedLoads.add(load);
    throw error;
  }
}
