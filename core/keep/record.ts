import type { SentEdit } from '../gate/index.ts';
import type { Clock, Storage } from '../ports/index.ts';
import { DAY } from '../gate/index.ts';

const PREFIX = 'espalier.kept.';

/** An edit that waits for an earlier one of its line: its words depend on what that one does. */
export interface KeptIntent {
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  readonly payload: unknown;
}

/** What is typed in one form. */
export interface KeptDraft {
  readonly form: string;
  readonly place: string;
  readonly at: number;
  readonly data: unknown;
}

export interface Kept {
  readonly edits: readonly SentEdit[];
  readonly intents: readonly KeptIntent[];
  readonly drafts: readonly KeptDraft[];
}

/** One tab's, of one person. `gone`: something was kept for a day and dropped, and nobody was told. */
interface Stored extends Kept {
  readonly person: string;
  readonly gone?: true;
}

export const NOTHING_KEPT: Kept = { edits: [], intents: [], drafts: [] };
const isEmpty = ({ edits, intents, drafts }: Kept): boolean => edits.length + intents.length + drafts.length === 0;

/** What tabs keep beyond their end (RP-02.33 to RP-02.38): a record for each tab, so that none overwrites another's. */
export class Records {
  readonly #storage: Storage;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #key: string;
  #written = '';

  constructor({ storage, clock }: { readonly storage: Storage; readonly clock: Pick<Clock, 'now'> }, tab: string) {
    this.#storage = storage;
    this.#clock = clock;
    this.#key = PREFIX + tab;
  }

  /** Says whether it is kept: a storage may be full, or switched off. */
  write(person: string, kept: Kept): boolean {
    const text = isEmpty(kept) ? '' : JSON.stringify({ person, ...kept } satisfies Stored);
    // Another tab may have taken it over, or somebody emptied the storage.
    if (text === this.#written && (this.#get(this.#key) ?? '') === text) return true;
    try {
      if (text === '') this.#storage.remove(this.#key);
      else this.#storage.set(this.#key, text);
      this.#written = text;
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Takes over what ended tabs have kept for this person. What is older than a day is dropped, whoever's it is; `gone` says that some of this person's was.
   */
  takeOver(person: string, living: ReadonlySet<string>): { readonly kept: Kept; readonly gone: boolean } {
    const found: Stored[] = [];
    let gone = false;
    for (const key of this.#keys()) {
      if (key === this.#key || living.has(key.slice(PREFIX.length))) continue;
      const record = this.#fresh(key);
      if (record === null) this.#remove(key);
      else if (record.person === person) {
        this.#remove(key);
        gone ||= record.gone === true;
        found.push(record);
      } else if (record.gone === true) this.#put(key, record);
    }
    const kept: Kept = {
      edits: byTime(found.flatMap(({ edits }) => edits)),
      intents: byTime(found.flatMap(({ intents }) => intents)),
      drafts: newest(found.flatMap(({ drafts }) => drafts)),
    };
    return { kept, gone };
  }

  /** A record without what is older than a day; null where it cannot be read. */
  #fresh(key: string): Stored | null {
    const record = recordOf(this.#get(key));
    if (record === null) return null;
    const isYoung = ({ at }: { readonly at: number }): boolean => this.#clock.now() - at <= DAY;
    const { person, edits, intents, drafts } = record;
    const young: Kept = {
      edits: edits.filter(isYoung),
      intents: intents.filter(isYoung),
      drafts: drafts.filter(isYoung),
    };
    const count = (kept: Kept): number => kept.edits.length + kept.intents.length + kept.drafts.length;
    const gone = record.gone === true || count(young) < count(record);
    return { person, ...young, ...(gone ? { gone: true } : {}) };
  }

  #keys(): readonly string[] {
    try {
      return this.#storage.keys(PREFIX);
    } catch {
      return [];
    }
  }

  #get(key: string): string | null {
    try {
      return this.#storage.get(key);
    } catch {
      return null;
    }
  }

  #put(key: string, record: Stored): void {
    try {
      this.#storage.set(key, JSON.stringify(record));
    } catch {
      // It is dropped the next time.
    }
  }

  #remove(key: string): void {
    try {
      this.#storage.remove(key);
    } catch {
      // What cannot be removed is taken over once more: its edits have the same keys.
    }
  }
}

const byTime = <T extends { readonly at: number }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => a.at - b.at);

/** Of one form in one place what was typed last. */
function newest(drafts: readonly KeptDraft[]): readonly KeptDraft[] {
  const slots = new Map(byTime(drafts).map((draft) => [slotOf(draft), draft] as const));
  return [...slots.values()];
}

export const slotOf = ({ form, place }: Pick<KeptDraft, 'form' | 'place'>): string => `${form} ${place}`;

/** Storage is anybody's to write: what is not of the right form is nothing. */
function recordOf(text: string | null): Stored | null {
  try {
    const record = JSON.parse(text ?? 'null') as Partial<Stored> | null;
    const { person, edits, intents, drafts } = record ?? {};
    if (typeof person !== 'string') return null;
    if (![edits, intents, drafts].every((list) => Array.isArray(list) && list.every(hasTime))) return null;
    return record as Stored;
  } catch {
    return null;
  }
}

const hasTime = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && typeof (entry as { at?: unknown }).at === 'number';
