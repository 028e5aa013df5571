import type { Page } from 'playwright-core';
import { checkLog, parseLog, replay } from '@espalier/core/replay';

/** The action logs of the sessions that a window has seen: one for every load of the product in it. */
export interface WindowLogs {
  /** Takes the log of the page that is open; to be called before it is left. */
  take(): Promise<void>;
  /** All logs, also those of pages that were left without `take` (by signing in, for example): what the browser kept of them. */
  all(): Promise<readonly string[]>;
}

export function logsOf(page: Page): WindowLogs {
  const logs = new Map<string, string>();
  const keep = (text: string | null): void => {
    if (text !== null) logs.set(parseLog(text).header.session, text);
  };
  // A page that has crashed, or is on its way to another one, has no log to give; what it kept is read at the end.
  const ask = <T>(question: () => Promise<T>, nothing: T): Promise<T> => question().catch(() => nothing);
  const take = async () =>
    keep(await ask(() => page.evaluate(async () => (await window.espalier?.log()) ?? null), null));
  return {
    take,
    async all() {
      await take();
      const sessions = await ask(() => page.evaluate(async () => (await window.espalier?.sessions()) ?? []), []);
      for (const session of sessions) {
        if (!logs.has(session)) keep(await page.evaluate((id) => window.espalier?.log(id) ?? null, session));
      }
      return [...logs.values()];
    },
  };
}

/** Before every way of leaving a page its log is taken. */
export function takeLogsBeforeLeaving(page: Page, logs: WindowLogs): void {
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const leave = page[name].bind(page) as (...args: unknown[]) => Promise<null>;
    Object.assign(page, {
      async [name](...args: unknown[]) {
        if (page.url() !== 'about:blank') await logs.take();
        return leave(...args);
      },
    });
  }
}

/**
 * What is wrong with a log: it must lead, without a browser, to the state that the browser had, hold the rules of the state after every action, and tell
 * no secret.
 */
export function logFaults(text: string, secrets: readonly string[]): string[] {
  const log = parseLog(text);
  const name = `log of session ${log.header.session}`;
  const { mismatch, hash, actions } = replay(log);
  const faults: string[] = [];
  if (actions === 0) faults.push(`${name}: no action was recorded`);
  if (mismatch !== null)
    faults.push(`${name}: after action ${mismatch.seq} the hash is ${mismatch.found}, not ${mismatch.expected}`);
  if (hash !== log.end.hash) faults.push(`${name}: leads to ${hash}, not ${log.end.hash}`);
  for (const secret of secrets) if (text.includes(secret)) faults.push(`${name}: tells the secret ${secret}`);
  for (const { rule, seq, texts } of checkLog(log).faults)
    faults.push(`${name}: after action ${seq} the rule ${rule} does not hold: ${texts.slice(0, 3).join(' ')}`);
  return faults;
}
