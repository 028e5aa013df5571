/**
 * Titles and descriptions, told a second time: by words of which none is written twice (`w17`). What somebody has written is on the server, in their form, or
 * was taken out by a person who had it before them.
 */
import type { RootState, Stamped } from '@espalier/core';
import type { ItemRow, ModelChange } from './server/index.ts';

type Form = RootState['text'][string];
type Words = ReadonlySet<string>;

const NONE: Words = new Set();

interface Text {
  readonly title: string;
  readonly description: string | null;
}

export function wordsIn({ title, description }: Text): Words {
  return new Set(`${title} ${description ?? ''}`.match(/\bw\d+\b/g) ?? []);
}

const without = (words: Words, ...others: readonly Words[]): Words =>
  new Set([...words].filter((word) => others.every((other) => !other.has(word))));

const joined = (one: Words, other: Words): Words => new Set([...one, ...other]);

/** What a form knows of the others. */
const theirs = ({ base, conflict }: Form): Form['base'] => conflict?.theirs ?? base;

/** What was written in a form and is not in the text with which it began. */
export const ownWords = (form: Form): Words => without(wordsIn(form), wordsIn(form.base));

const list = (words: Words): string => [...words].join();

/** What one person writes, in all tabs that they have one after the other. */
export class Writing {
  readonly found: string[] = [];
  /** Words that this person has taken out, discarded or given up for those of others. */
  readonly removed = new Set<string>();
  /** Words of everybody that were on the server at some time. */
  readonly #saved: Words;
  /** By item: what was in its form when a tab crashed, and has to be there again. */
  readonly owed = new Map<string, Words>();
  /** False once the tab could not store everything, or its clock has jumped: a draft is kept for a day. */
  isStoring = true;
  /** What was done last, and the state before it. */
  #last: { readonly action: Stamped; readonly state: RootState } | null = null;
  /** The one before that. */
  #choice: Stamped | null = null;

  constructor(saved: Words) {
    this.#saved = saved;
  }

  /** What is done, with the state before it. */
  note(action: Stamped, state: RootState): void {
    this.look(state);
    this.#last = { action, state };
  }

  /** Looks at what was done last. `state`: what it made. */
  look({ text: after }: RootState): void {
    if (this.#last === null) return;
    const { action, state } = this.#last;
    const { text: before } = state;
    const last = this.#choice;
    this.#choice = action;
    this.#last = null;
    if (before === after) return;
    for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [was, is] = [before[id], after[id]];
      if (was === is) continue;
      if (was === undefined && is !== undefined) this.#begin(action, is);
      else if (was !== undefined && is === undefined) this.#end(action, was);
      else if (was !== undefined && is !== undefined) this.#change(action, last, was, is);
    }
  }

  /** A tab is gone. */
  crash(state: RootState): void {
    this.look(state);
    for (const form of Object.values(state.text)) {
      if (form.done === true) continue;
      this.owed.set(form.id, joined(ownWords(form), this.owed.get(form.id) ?? NONE));
    }
  }

  /** What was in a form before a crash and is neither in this one nor on the server. */
  missing(id: string, form: Form | undefined): Words {
    const there = form === undefined ? NONE : wordsIn(form);
    return without(this.owed.get(id) ?? NONE, there, this.#saved, this.removed);
  }

  #begin({ type }: Stamped, is: Form): void {
    const lost = this.isStoring ? this.missing(is.id, is) : NONE;
    if (lost.size > 0)
      this.found.push(`${type}: ${list(lost)} was in the form of ${is.id} before a crash, and is not now`);
    this.owed.delete(is.id);
  }

  #end({ type }: Stamped, was: Form): void {
    if (type === 'text/discarded') return this.#remove(ownWords(was));
    const lost = without(ownWords(was), this.#saved, this.removed);
    if (lost.size > 0)
      this.found.push(`${type}: the form of ${was.id} is closed with ${list(lost)}, which was not saved`);
  }

  #change({ type }: Stamped, last: Stamped | null, was: Form, is: Form): void {
    const [old, now] = [wordsIn(was), wordsIn(is)];
    if (/^text\/\w+Typed$/.test(type)) return this.#remove(without(old, now));
    const choice = type === 'text/merged' && was.conflict !== null && is.conflict === null ? last?.type : undefined;
    if (choice === 'text/theirsTaken') return this.#remove(without(old, now));
    if (choice === 'text/kept') return this.#remove(without(wordsIn(theirs(was)), now));
    const lost = without(ownWords(was), now);
    if (lost.size > 0) this.found.push(`${type} takes ${list(lost)} out of the form of ${is.id}`);
    const fresh = without(wordsIn(theirs(is)), wordsIn(was.base), this.removed);
    const shown = is.conflict === null ? now : joined(now, wordsIn(is.conflict.theirs));
    const passed = without(fresh, shown);
    if (passed.size > 0) this.found.push(`${type} passes over ${list(passed)}, which others have added to ${is.id}`);
  }

  #remove(words: Words): void {
    for (const word of words) this.removed.add(word);
  }
}

interface Sent {
  readonly title?: string;
  readonly description?: string;
  readonly lock_version?: number;
  readonly update_task?: { readonly line_number: number; readonly line_source: string; readonly checked: boolean };
}

type Rows = ReadonlyMap<number, ItemRow>;

/** What a request of a form or a checklist sends. */
function sentIn({ request }: Pick<ModelChange, 'request'>): Sent | null {
  if (request === null || (request.method !== 'PUT' && request.method !== 'PATCH')) return null;
  const { epic, issue } = (request.body ?? {}) as { readonly epic?: Sent; readonly issue?: Sent };
  const sent = epic ?? issue ?? null;
  const isText = sent?.title !== undefined || sent?.description !== undefined || sent?.update_task !== undefined;
  return isText ? sent : null;
}

/** The texts of the server, change by change. */
export class TextBook {
  /** Words that were there at some time. */
  readonly saved = new Set<string>();

  /**
   * Takes in a change; answers what is wrong with it. `asked`: the whole text as its form wants it, null where nobody waits for it any more; `removed`: what
   * its person has taken out.
   */
  apply(change: ModelChange, before: Rows, rows: Rows, asked: Text | null, removed: Words): string[] {
    // What comes from elsewhere is meant to overwrite.
    const sent = change.who === 'root' ? null : sentIn(change);
    const found: string[] = [];
    for (const [id, row] of rows) {
      const old = before.get(id);
      if (old === undefined || (old.title === row.title && old.description === row.description)) continue;
      for (const word of wordsIn(row)) this.saved.add(word);
      if (sent === null) continue;
      const texts = sent.update_task === undefined ? saveFaults(sent, old, row, asked) : taskFaults(sent, old, row);
      const lost = without(wordsIn(old), wordsIn(row), removed);
      if (lost.size > 0) texts.push(`it takes out ${list(lost)}, which its person has not`);
      found.push(...texts.map((text) => `${id} by ${change.what} of ${change.who}: ${text}`));
    }
    return found;
  }
}

function saveFaults(sent: Sent, old: ItemRow, row: ItemRow, asked: Text | null): string[] {
  const found: string[] = [];
  if (sent.lock_version !== old.lockVersion)
    found.push(`version ${String(sent.lock_version)} is saved over version ${old.lockVersion}`);
  if (asked !== null && (asked.title !== row.title || asked.description !== (row.description ?? '')))
    found.push(`${JSON.stringify(asked)} was to be saved, and ${JSON.stringify([row.title, row.description])} was`);
  return found;
}

/** Of a checklist the one line that is named gets its mark. */
function taskFaults({ update_task: task }: Sent, old: ItemRow, row: ItemRow): string[] {
  const [lines, now] = [old, row].map(({ description }) => (description ?? '').split('\n')) as [string[], string[]];
  const at = (task?.line_number ?? 0) - 1;
  const line = lines[at] ?? '';
  const made = task?.checked === true ? line.replace('[ ]', '[x]') : line.replace('[x]', '[ ]');
  const found: string[] = line === task?.line_source ? [] : [`a line that is now ${line} is checked by another one`];
  if (now.join('\n') !== lines.with(Math.max(0, at), made).join('\n') || old.title !== row.title)
    found.push(`line ${at + 1} of\n${lines.join('\n')}\nwas checked and it is\n${now.join('\n')}`);
  return found;
}
