import type { Secrets, ShownSecret } from '@espalier/core/ports';

/** One secret at a time, in the memory of the page and nowhere else. */
export function createSecrets(): Secrets {
  let shown: ShownSecret | null = null;
  const listeners = new Set<() => void>();
  const hold = (secret: ShownSecret | null): void => {
    if (shown === secret) return;
    shown = secret;
    for (const listener of listeners) listener();
  };
  return {
    show: (of, secret) => hold({ of, secret }),
    shown: () => shown,
    forget: () => hold(null),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
