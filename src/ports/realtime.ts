import type { Live } from './presence.ts';

type Start = (port: Live) => () => void;

/** AP-07.50: pushes whose code is loaded with the first topic, beside the first page. Until then, and where it cannot be loaded, nothing is connected, and the core polls. */
export function lateRealtime(load: () => Promise<Live>): Live {
  let port: Live | null = null;
  let loading = false;
  const waiting = new Map<object, Start>();
  const ends = new Map<object, () => void>();
  const watchers = new Set<(connected: boolean) => void>();

  async function begin(): Promise<void> {
    if (loading) return;
    loading = true;
    try {
      const loaded = await load();
      port = loaded;
      loaded.onConnection((connected) => {
        for (const watcher of [...watchers]) watcher(connected);
      });
      for (const [key, start] of waiting) ends.set(key, start(loaded));
      waiting.clear();
    } catch {
      loading = false;
    }
  }

  function later(start: Start): () => void {
    if (port !== null) return start(port);
    const key = {};
    waiting.set(key, start);
    void begin();
    return () => {
      waiting.delete(key);
      ends.get(key)?.();
      ends.delete(key);
    };
  }

  return {
    connected: () => port?.connected() === true,
    onConnection(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    subscribe: (topic, listener) => later((loaded) => loaded.subscribe(topic, listener)),
    attend: (place, listener) => later((loaded) => loaded.attend(place, listener)),
  };
}
