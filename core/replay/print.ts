import type { ActionLog, Checkpoint, LoggedAction, LogHeader } from './types.ts';
import { secretPayloadKeys } from '../access/index.ts';
import { branchOf, isBucket, isObject, withMembers } from './parts.ts';

/** A log as text: JSON Lines, each line with its newline (docs/action-log.md). */

const line = (value: object): string => `${JSON.stringify(value)}\n`;

export const printHeader = (header: LogHeader): string => line(header);

export const printEnd = ({ seq, hash }: ActionLog['end']): string => line({ kind: 'end', seq, hash });

/** One line for an action; `meta` only if there is more in it than time and origin. */
export function printAction(logged: LoggedAction): string {
  const text = actionLine(logged);
  const secret = secretPayloadKeys.some((key) => text.includes(`${JSON.stringify(key)}:`));
  return secret ? actionLine({ ...logged, action: withoutSecrets(logged.action) }) : text;
}

function actionLine({ seq, action, hash }: LoggedAction): string {
  const { at, origin, ...rest } = action.meta;
  const { type, payload } = action;
  const meta = Object.keys(rest).length > 0 ? { meta: rest } : {};
  return line({ kind: 'action', seq, at, origin, type, payload, ...meta, ...(hash !== null && { hash }) });
}

export const printCheckpoint = (checkpoint: Checkpoint): string => [...checkpointPieces(checkpoint)].join('');

/** The line of a checkpoint in pieces that are each quick to print. */
export function* checkpointPieces({ seq, hash, state }: Checkpoint): Generator<string> {
  yield `{"kind":"checkpoint","seq":${seq},"hash":${JSON.stringify(hash)},"state":`;
  yield* pieces(state, 0);
  yield '}\n';
}

/** Levels above the nodes of a table: the state, `confirmed`, a table, its root. */
const ABOVE_NODES = 4;

function* pieces(value: unknown, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > ABOVE_NODES) return yield JSON.stringify(value) ?? 'null';
  const nodes = branchOf(value);
  if (nodes !== null) {
    yield '{"branch":[';
    for (const [index, node] of nodes.entries()) {
      if (index > 0) yield ',';
      yield* pieces(node, ABOVE_NODES);
    }
    return yield ']}';
  }
  if (Array.isArray(value) || isBucket(value)) return yield JSON.stringify(value);
  let opened = '{';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${opened}${JSON.stringify(key)}:`;
    yield* pieces(member, depth + 1);
    opened = ',';
  }
  yield opened === '{' ? '{}' : '}';
}

export function printLog({ header, segments, end }: ActionLog): string {
  const parts = [printHeader(header)];
  for (const { checkpoint, actions } of segments) parts.push(printCheckpoint(checkpoint), ...actions.map(printAction));
  return parts.concat(printEnd(end)).join('');
}

/** The same data with every text under a secret's name blanked; the same object where there is none. No reducer reads them. */
export function withoutSecrets<T>(value: T): T {
  if (!isObject(value)) return value;
  return withMembers(value, (member, name) =>
    typeof member === 'string' && secretPayloadKeys.includes(name) ? '' : withoutSecrets(member),
  );
}
