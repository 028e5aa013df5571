/** Aborts with the first Ctrl+C (or SIGTERM), so that what was begun can be taken back; the second ends the process. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
