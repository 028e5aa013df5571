import type { ActionLog, ReplayResult } from '@espalier/core/replay';
import { selectTreeStatus, size } from '@espalier/core';

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
