import type { RootState } from '../planner.ts';
import type { Meta, Stamped } from '../store/index.ts';
import type { ActionLog, Checkpoint, LogFault, LoggedAction, LogHeader, Segments } from './types.ts';
import { initialState } from '../planner.ts';
import { Interner, shared } from './parts.ts';
import { ActionLogError, LOG_FORMAT } from './types.ts';

/** A log that may lack its end line, as the session of a crashed page does. */
export interface OpenLog extends Segments {
  readonly header: LogHeader;
  readonly end: ActionLog['end'] | null;
}

/** A line as it was parsed. */
type RawLine = Readonly<Record<string, unknown>>;

const HEADER_FIELDS = {
  core: 'string',
  session: 'string',
  timeZone: 'string',
  startedAt: 'number',
  redacted: 'boolean',
} as const;

const isObject = (value: unknown): value is RawLine =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function fail(fault: LogFault, line: number, message: string): never {
  throw new ActionLogError(fault, line, message);
}

interface Line {
  readonly line: number;
  readonly content: string;
  /** It does not end with a newline. */
  readonly isOpen: boolean;
}

/** Lines that are not blank, with their numbers. */
function* linesOf(text: string): Generator<Line> {
  let line = 1;
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length; line += 1) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const content = text.slice(from, to);
    if (content.trim() !== '') yield { line, content, isOpen: end < 0 };
    from = to + 1;
  }
}

/** Undefined where the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readHeader(line: number, raw: unknown): LogHeader {
  if (!isObject(raw) || raw['kind'] !== 'header' || raw['app'] !== 'espalier') {
    fail('foreign', line, 'this is not an action log of Espalier: its first line is no header.');
  }
  const { format, viewer, flags } = raw;
  if (!isCount(format) || format === 0) fail('malformed', line, 'the header names no format.');
  if (format !== LOG_FORMAT) {
    const remedy = format < LOG_FORMAT ? 'record the session again' : 'open it with a newer version';
    fail('format', line, `the log has format ${format}, but this version only reads format ${LOG_FORMAT}: ${remedy}.`);
  }
  const wrong = Object.entries(HEADER_FIELDS).find(([name, type]) => typeof raw[name] !== type)?.[0];
  if (wrong !== undefined) fail('malformed', line, `the header's "${wrong}" is missing or of another type.`);
  if (typeof viewer !== 'string' && viewer !== null) fail('malformed', line, 'the header\'s "viewer" is no username.');
  if (!isObject(flags)) fail('malformed', line, 'the header\'s "flags" are missing.');
  return raw as unknown as LogHeader;
}

function readCheckpoint(line: number, { seq, hash, state }: RawLine): Checkpoint {
  if (!isCount(seq) || typeof hash !== 'string' || !isObject(state)) {
    fail('malformed', line, 'a checkpoint needs "seq", "hash" and "state".');
  }
  for (const [part, initial] of Object.entries(initialState())) {
    const found = state[part];
    if (typeof found !== 'object' || found === null || Array.isArray(found) !== Array.isArray(initial)) {
      fail('malformed', line, `the checkpoint's state has no part "${part}".`);
    }
  }
  return { seq, hash, state: state as unknown as RootState };
}

const ORIGINS: readonly unknown[] = ['user', 'server'];

function readAction(line: number, { seq, at, origin, type, payload, meta = {}, hash = null }: RawLine): LoggedAction {
  if (!isCount(seq) || typeof type !== 'string' || typeof at !== 'number' || !ORIGINS.includes(origin)) {
    fail('malformed', line, 'an action needs "seq", "at", "origin" and "type".');
  }
  if (!isObject(meta)) fail('malformed', line, 'an action\'s "meta" is an object.');
  if (typeof hash !== 'string' && hash !== null) fail('malformed', line, 'an action\'s "hash" is a text.');
  const stamps = { ...meta, origin, at } as unknown as Meta;
  return { seq, action: { type, payload, meta: stamps } satisfies Stamped, hash };
}

/** Puts lines together in the order of the format. */
class Assembly {
  readonly header: LogHeader;
  readonly segments: { checkpoint: Checkpoint; actions: LoggedAction[] }[] = [];
  end: ActionLog['end'] | null = null;
  readonly #interner = new Interner();
  /** The number of the last action or checkpoint. */
  #seq = -1;

  constructor(header: LogHeader) {
    this.header = header;
  }

  add(line: number, raw: RawLine): void {
    if (this.end !== null) fail('malformed', line, 'the log goes on after its end.');
    if (raw['kind'] === 'checkpoint') this.#addCheckpoint(line, readCheckpoint(line, raw));
    else if (raw['kind'] === 'action') this.#addAction(line, readAction(line, raw));
    else if (raw['kind'] === 'end') this.#addEnd(line, raw);
    else fail('malformed', line, 'a line is a checkpoint, an action or the end.');
  }

  #addCheckpoint(line: number, { seq, hash, state }: Checkpoint): void {
    const before = this.segments.at(-1)?.checkpoint.state;
    if (before !== undefined) this.#expect(line, seq, this.#seq, 'checkpoint');
    this.#seq = seq;
    const checkpoint = { seq, hash, state: shared(before, state) };
    this.segments.push({ checkpoint, actions: [] });
  }

  #addAction(line: number, logged: LoggedAction): void {
    const segment = this.segments.at(-1);
    if (segment === undefined) fail('sequence', line, 'an action comes before the first checkpoint.');
    this.#expect(line, logged.seq, this.#seq + 1, 'action');
    this.#seq = logged.seq;
    segment.actions.push({ ...logged, action: this.#interner.keep(logged.action) });
  }

  #addEnd(line: number, { seq, hash }: RawLine): void {
    if (this.segments.length === 0) fail('sequence', line, 'the log ends before its first checkpoint.');
    if (!isCount(seq) || typeof hash !== 'string') fail('malformed', line, 'the end needs "seq" and "hash".');
    this.#expect(line, seq, this.#seq, 'end');
    this.end = { seq, hash };
  }

  #expect(line: number, found: number, expected: number, what: string): void {
    if (found !== expected) fail('sequence', line, `this ${what} has number ${found} where ${expected} should stand.`);
  }
}

/** Reads a log that may lack its end line. `lastMayBeCut`: ignores a last line that stops in the middle. Throws `ActionLogError`. */
export function parseOpenLog(text: string, lastMayBeCut = false): OpenLog {
  let log: Assembly | null = null;
  for (const { line, content, isOpen } of linesOf(text)) {
    const raw = parsed(content);
    if (log === null) log = new Assembly(readHeader(line, raw));
    else if (isObject(raw)) log.add(line, raw);
    else if (raw !== undefined) fail('malformed', line, 'a line of a log is a JSON object.');
    else if (!isOpen) fail('malformed', line, 'this is not JSON.');
    else if (!lastMayBeCut) fail('truncated', line, 'the log ends in the middle of this line.');
  }
  return log ?? fail('empty', 1, 'the log is empty.');
}

/** Reads a log's text. Throws `ActionLogError`, which names the line. */
export function parseLog(text: string): ActionLog {
  const { header, segments, end } = parseOpenLog(text);
  if (end !== null) return { header, segments, end };
  const lines = text.trimEnd().split('\n').length;
  return fail('truncated', lines, 'the log ends here without its last line, the end.');
}
