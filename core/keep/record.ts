import type { SentEdit } from '../gate/index.ts';
import type { HeldBack } from '../mutation/index.ts';
import type { Clock, Storage } from '../ports/index.ts';
import type { Typed } from '../store/drafts.ts';
import { DAY } from '../gate/index.ts';

export const KEEP_TEXTS = {
  gone: 'Something that you typed or changed and that was not saved was kept for a day and is gone.',
  refused: 'A change from before, which had not been saved, could not be saved.',
} as const;

const PREFIX = 'espalier.kept.';

/** An edit that waits for its turn: for an earlier one in its scope, as its request depends on what that one does, or for those that are made together with it. */
export type KeptMutation = HeldBack;

export interface KeptDraft extends Typed {
  readonly form: string;
  readonly at: number;
}

export interface Kept {
  readonly edits: readonly SentEdit[];
  readonly mutations: readonly KeptMutation[];
  readonly drafts: readonly KeptDraft[];
}

/** What one tab keeps for one user. `gone`: something expired after a day, and the user has not been told yet. */
interface Stored extends Kept {
  readonly person: string;
  readonly gone?: true;
}

const countOf = ({ edits, mutations, drafts }: Kept): number => edits.length + mutations.length + drafts.length;

/** What outlives a tab (RP-02.33 to RP-02.38): one record per tab, so that none overwrites another's. */
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

  /** Returns whether it was stored: the storage may be full, or switched off. */
  write(person: string, kept: Kept): boolean {
    const text = countOf(kept) === 0 ? '' : JSON.stringify({ person, ...kept } satisfies Stored);
    // Another tab may have taken it over, or somebody emptied the storage.
    if (text === this.#written && (this.#get(this.#key) ?? '') === text) return true;
    return attempt(() => {
      if (text === '') this.#storage.remove(this.#key);
      else this.#storage.set(this.#key, text);
      this.#written = text;
      return true;
    }, false);
  }

  /** What closed tabs have kept for this user, and where. What is older than a day is dropped, whoever's it is; `gone`: some was this user's. */
  takeOver(
    person: string,
    living: ReadonlySet<string>,
  ): { readonly kept: Kept; readonly gone: boolean; readonly keys: readonly string[] } {
    const found: Stored[] = [];
    const keys: string[] = [];
    let gone = false;
    for (const key of attempt(() => this.#storage.keys(PREFIX), [])) {
      if (key === this.#key || living.has(key.slice(PREFIX.length))) continue;
      const record = this.#fresh(key);
      if (record === null) this.#remove(key);
      else if (record.person === person) {
        keys.push(key);
        gone ||= record.gone === true;
        found.push(record);
        // Where this fails, it is dropped the next time.
      } else if (record.gone === true) attempt(() => this.#storage.set(key, JSON.stringify(record)), undefined);
    }
    const kept: Kept = {
      edits: byTime(found.flatMap(({ edits }) => edits)),
      mutations: byTime(found.flatMap(({ mutations }) => mutations)),
      drafts: newest(found.flatMap(({ drafts }) => drafts)),
    };
    return { kept, gone, keys };
  }

  /** Records whose contents stand in one's own by now. Not before: a tab may end at any moment. */
  forget(keys: readonly string[]): void {
    for (const key of keys) this.#remove(key);
  }

  /** A record without what is older than a day; null where it cannot be read. */
  #fresh(key: string): Stored | null {
    const record = recordOf(this.#get(key));
    if (record === null) return null;
    const isYoung = ({ at }: { readonly at: number }): boolean => this.#clock.now() - at <= DAY;
    const { person, edits, mutations, drafts } = record;
    const young: Kept = {
      edits: edits.filter(isYoung),
      mutations: mutations.filter(isYoung),
      drafts: drafts.filter(isYoung),
    };
    const gone = record.gone === true || countOf(young) < countOf(record);
    return { person, ...young, ...(gone ? { gone: true } : {}) };
  }

  #get(key: string): string | null {
    return attempt(() => this.#storage.get(key), null);
  }

  /** What cannot be removed is taken over again, which is harmless: its edits have the same keys. */
  #remove(key: string): void {
    attempt(() => this.#storage.remove(key), undefined);
  }
}

/** A storage may be full, absent or forbidden. */
function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

const byTime = <T extends { readonly at: number }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => a.at - b.at);

/** The latest text of each form in each place. */
function newest(drafts: readonly KeptDraft[]): readonly KeptDraft[] {
  const slots = new Map(byTime(drafts).map((draft) => [slotOf(draft), draft] as const));
  return [...slots.values()];
}

export const slotOf = ({ form, place }: Pick<KeptDraft, 'form' | 'place'>): string => `${form} ${place}`;

/** Anybody can write to storage: what does not have the right shape is ignored. */
function recordOf(text: string | null): Stored | null {
  const record = attempt(() => JSON.parse(text ?? 'null') as Partial<Stored> | null, null);
  const { person, edits, mutations, drafts } = record ?? {};
  if (typeof person !== 'string') return null;
  const isWhole = [edits, mutations, drafts].every((list) => Array.isArray(list) && list.every(hasTime));
  return isWhole ? (record as Stored) : null;
}

const hasTime = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && typeof (entry as { at?: unknown }).at === 'number';
