import type { ActionLog, LoggedAction } from '@espalier/core/replay';
import type { ListFilter } from './arguments.ts';
import { showInLine } from './show.ts';

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
