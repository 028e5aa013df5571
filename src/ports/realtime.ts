import type { RealtimePort } from '@espalier/core/ports';

type Listener = Parameters<RealtimePort['subscribe']>[1];

/** AP-07.50: pushes whose code is loaded with the first topic, beside the first page. Until then, and where it cannot be loaded, nothing is connected, and the core polls. */
export function lateRealtime(load: () => Promise<RealtimePort>): RealtimePort {
  let port: RealtimePort | null = null;
  let loading = false;
  const waiting = new Map<object, readonly [topic: string, listener: Listener]>();
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
      for (const [key, subscription] of waiting) ends.set(key, loaded.subscribe(...subscription));
      waiting.clear();
    } catch {
      loading = false;
    }
  }

  return {
    connected: () => port?.connected() === true,
    onConnection(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    subscribe(topic, listener) {
      if (port !== null) return port.subscribe(topic, listener);
      const key = {};
      waiting.set(key, [topic, listener]);
      void begin();
      return () => {
        waiting.delete(key);
        ends.get(key)?.();
        ends.delete(key);
      };
    },
  };
}
