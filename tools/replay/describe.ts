import type { ActionLog, LoggedAction, ReplayResult } from '@espalier/core/replay';
import type { ListFilter } from './arguments.ts';
import { selectTreeStatus, size } from '@espalier/core';
import { showInLine } from './show.ts';

const instant = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
};

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

/** What a log is and what it ends in, a few lines. */
export function summary({ header, segments }: ActionLog, result: ReplayResult): readonly string[] {
  const actions = segments.flatMap((segment) => segment.actions);
  const { state, seq, mismatch, hashesChecked } = result;
  const { confirmed, pending, notice } = state;
  const [first, last] = [actions[0], actions.at(-1)];
  const hashes = `${many(hashesChecked, 'hash', 'hashes')} compared`;
  const { root } = state.tree;
  return [
    `Session ${header.session} of ${header.viewer ?? 'nobody known'}, ${header.timeZone}; core ${header.core}, format ${header.format}${header.redacted ? ', redacted' : ''}.`,
    first === undefined || last === undefined
      ? 'No actions.'
      : `Actions ${first.seq} to ${last.seq} in ${many(segments.length, 'segment')}, ${instant(first.action.meta.at)} to ${instant(last.action.meta.at)}.`,
    mismatch === null
      ? `${hashes}, all equal.`
      : `${hashes}; they differ from action ${mismatch.seq} on: recorded ${mismatch.expected}, found ${mismatch.found}.`,
    `After action ${seq}: state ${result.hash}, ${many(size(confirmed.items), 'item')} in ${many(size(confirmed.orders), 'list')}, ${many(pending.length, 'pending mutation')}, ${many(notice.length, 'notice')}.`,
    root === null
      ? 'No tree is open.'
      : `The tree of ${root.fullPath} ${root.kind} ${root.iid} is open (${selectTreeStatus(state)}).`,
  ];
}

/** Whether a type is the one that is meant, of the domain that is meant, or fits where there is a `*`. */
function fits(type: string, meant: string): boolean {
  if (!meant.includes('*')) return type === meant || type.startsWith(`${meant}/`);
  const parts = meant.split('*').map((part) => part.replace(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(type);
}

const isMeant = ({ seq, action }: LoggedAction, { from, types, origin, about }: ListFilter): boolean =>
  seq >= from &&
  (types.length === 0 || types.some((type) => fits(action.type, type))) &&
  (origin === null || action.meta.origin === origin) &&
  (about === null || [action.payload, action.meta].some((part) => JSON.stringify(part)?.includes(about)));

/** The actions of a log that a filter lets through, up to `until`: a line for each, and one that counts them. */
export function listActions({ segments }: ActionLog, filter: ListFilter, until = Infinity): readonly string[] {
  const all = segments.flatMap(({ actions }) => actions);
  const shown = all.filter((logged) => logged.seq <= until && isMeant(logged, filter));
  const start = all[0]?.action.meta.at ?? 0;
  const width = String(all.at(-1)?.seq ?? 0).length;
  const lines = shown.map(({ seq, action: { type, payload, meta } }) => {
    const after = `+${((meta.at - start) / 1000).toFixed(3)}`;
    return `${String(seq).padStart(width)} ${after.padStart(9)} ${meta.origin.padEnd(6)} ${type} ${showInLine(payload)}`;
  });
  return [...lines, `${shown.length} of ${all.length} actions.`];
}
