import { LOG_FORMAT } from './types.ts';

/** A line of a log as it was parsed, of whatever format. */
export type RawLine = Readonly<Record<string, unknown>>;

/**
 * Brings one line of a format into the next one. It may change what an action carries and how a checkpoint's state looks; it may not drop a
 * line or add one, nor touch `seq`. docs/action-log.md says when a format changes and what belongs to that.
 */
export type Upcast = (line: RawLine) => RawLine;

/** By the format that they read: `1` makes lines of format 2 out of lines of format 1. */
export type Upcasts = Readonly<Record<number, Upcast>>;

export const UPCASTS: Upcasts = {};

/** From a format to the one that this core reads; null where nothing is to be done. */
export function upcastFrom(format: number, upcasts: Upcasts = UPCASTS, to: number = LOG_FORMAT): Upcast | null {
  const steps: Upcast[] = [];
  for (let version = format; version < to; version += 1) {
    const step = upcasts[version];
    if (step === undefined) throw new RangeError(`No upcast from format ${version}`);
    steps.push(step);
  }
  return steps.length === 0 ? null : (line) => steps.reduce((next, step) => step(next), line);
}

/** For a format that adds parts to the state: checkpoints that lack one get it as it is at the start of a session. */
export const addsParts =
  (parts: Readonly<Record<string, unknown>>): Upcast =>
  (line) =>
    line['kind'] === 'checkpoint' ? { ...line, state: { ...parts, ...(line['state'] as object) } } : line;
