import type { RootState } from '@espalier/core';
import type { BulkChange } from '@espalier/core/bulk';
import type { SessionLog } from './planner-client.ts';
import { selectVisible } from '@espalier/core';
import { bulkActions } from '@espalier/core/bulk';
import { get } from '@espalier/core/table';
import { shownBy, type Item } from './item-page.ts';

/** What is done to several rows at once: which of them are edited, and what is told of it, as texts of what is wrong. */

/** One change, as its edits come and are answered. */
interface Group {
  readonly ids: readonly string[];
  /** Those that the change makes another value of, as they are shown. */
  readonly wanted: readonly string[];
  readonly edited: string[];
  readonly waiting: Set<string>;
  committed: number;
  refused: number;
}

/** The fact that a change sets to one value for all; null: it adds and takes away, or depends on other facts. */
function valueOf(change: BulkChange): readonly ['weight' | 'healthStatus' | 'confidential', unknown] | null {
  switch (change.field) {
    case 'weight':
      return ['weight', change.weight];
    case 'health':
      return ['healthStatus', change.healthStatus];
    case 'confidential':
      return ['confidential', change.confidential];
    default:
      return null;
  }
}

function wantedOf(change: BulkChange, ids: readonly string[], state: RootState): readonly string[] {
  const value = valueOf(change);
  if (value === null) return [];
  const [fact, wanted] = value;
  const isWanted = (item: Item | undefined): boolean =>
    item !== undefined &&
    (fact === 'confidential' || shownBy(item.type).includes(fact)) &&
    item[fact] !== undefined &&
    item[fact] !== wanted;
  return ids.filter((id) => isWanted(get(selectVisible(state).items, id)));
}

const COUNTS = /(\d+) changed(?:, \d+ left as [^:]*?, changed meanwhile)?(?:, (\d+) refused)?/;
const NOTHING = /^Nothing to change/;

/** What the line says, against what became of the edits; whoever may not change an item is refused without a question. */
function toldFaults(name: string, group: Group, text: string): string[] {
  const [, changed, refused = '0'] = COUNTS.exec(text) ?? (NOTHING.test(text) ? ['', '0'] : []);
  if (Number(changed) !== group.committed)
    return [`of ${name} ${group.committed} were changed, and it is said: ${text}`];
  const unasked = Number(refused) - group.refused;
  if (unasked < 0) return [`of ${name} ${group.refused} were refused, and it is said: ${text}`];
  const missing = group.wanted.filter((id) => !group.edited.includes(id));
  return missing.length <= unasked ? [] : [`${name} leaves ${missing.join()} as they are, and says: ${text}`];
}

const groupOf = (asked: Pick<Group, 'ids' | 'wanted'>): Group => ({
  ...asked,
  edited: [],
  waiting: new Set(),
  committed: 0,
  refused: 0,
});

/** What is taken back together comes without a change of its own. */
const TAKEN_BACK = { ids: [], wanted: [] };

/** Follows the edits that a session made together. */
export function bulkFaults({ actions, before, end }: SessionLog): string[] {
  const groups = new Map<string, Group>();
  const found: string[] = [];
  let asked: Pick<Group, 'ids' | 'wanted'> | null = null;
  /** Whose edits are all answered, so that it is told next. */
  let over: string | null = null;
  for (const [index, action] of actions.entries()) {
    const [from, to] = [before[index], before[index + 1] ?? end];
    if (from === undefined) continue;
    const { together, id, resolves } = action.meta;
    if (bulkActions.editAsked.match(action)) {
      const { ids } = from.bulk;
      asked = { ids, wanted: wantedOf(action.payload.change, ids, from) };
    }
    if (together !== undefined && id !== undefined) {
      const group = groups.get(together) ?? groupOf(asked ?? TAKEN_BACK);
      groups.set(together, group);
      asked = null;
      const of = (action.payload as { readonly id: string }).id;
      group.edited.push(of);
      if (group.ids.length > 0 && !group.ids.includes(of)) found.push(`${together} edits ${of}, which is not selected`);
      if (to.pending.some((mutation) => mutation.id === id)) group.waiting.add(id);
    }
    for (const [name, group] of groups) {
      if (resolves === undefined || !group.waiting.delete(resolves.id)) continue;
      group[resolves.as] += 1;
      if (group.waiting.size === 0) over = name;
    }
    const text = to.notice === from.notice ? undefined : to.notice.find((one) => !from.notice.includes(one))?.text;
    if (text === undefined || !(COUNTS.test(text) || NOTHING.test(text))) continue;
    // Where nothing is edited it is told at once.
    if (asked !== null) found.push(...toldFaults('no edit', groupOf(asked), text));
    else if (over !== null) found.push(...toldFaults(over, groups.get(over) as Group, text));
    asked = over = null;
  }
  return found;
}
