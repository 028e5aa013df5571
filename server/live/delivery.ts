import { stillSignedIn } from '../auth/still-signed-in.ts';
import type { Viewer } from '../access/viewer.ts';
import type { EventKind, NoteChange } from '../command/events.ts';
import type { Db } from '../db/types.ts';
import type { Gone } from './events.ts';
import { ANYTHING, causeOf, isOtherSort, itemOf, kindsOf, ofInterest, withNotes } from './interest.ts';
import { changesByListener } from './note-changes.ts';
import type { Cause } from './operations.ts';
import { answered } from './protocol.ts';
import type { Registry, Subscription } from './registry.ts';
import { mayReadNote, maySee, readGone, readGroups, readSubjects, tellable } from './subjects.ts';
import { GroupWindows, type Happened } from './windows.ts';

/** What the channel `espalier_events` brings. `gone`: what the items were that have been deleted; `notes`: what happened to single notes. */
export interface Heard {
  readonly workItemIds: readonly number[];
  readonly kind: EventKind;
  readonly gone?: readonly Gone[];
  readonly notes?: readonly NoteChange[];
}

export interface DeliveryOptions {
  /** The primary: a replica may not have the change yet. */
  readonly db: Db;
  readonly now: () => Date;
  readonly registry: Registry;
  readonly onError: (error: unknown) => void;
}

/** Answers that are asked of the database at once; requests want connections, too. */
const AT_ONCE = 4;
/** AP-07.26: so many notes are told of in a batch; whoever missed more reads them sooner than they are told. */
const NOTES_AT_MOST = 50;
/** What could not be looked up is looked up again after so many milliseconds. */
const AGAIN_MS = 1000;

/** What was heard since the last one. */
interface Batch {
  readonly pending: ReadonlyMap<number, ReadonlySet<EventKind>>;
  readonly gone: ReadonlyMap<number, Gone>;
  readonly notes: readonly NoteChange[];
  readonly named: Named;
  readonly missed: boolean;
}

/** Of items with events of comments which comments those are; null: any. */
type Named = ReadonlyMap<number, readonly NoteChange[] | null>;

/** A change, and whom it may concern. */
interface Candidate {
  readonly subscription: Subscription;
  /** This person has lost sight of it by this very change. */
  readonly losesSight?: (viewer: Viewer) => boolean;
  /** What this person may be told of, a message for each. */
  readonly causesFor: (viewer: Viewer) => readonly Cause[];
  /** Of a group: how much of what is held for it has been looked at. */
  readonly looked?: number;
}

/**
 * Takes events to subscriptions in batches, one after the other: what happens while one is under way is the next one. In a batch each changed item is read once,
 * each person once, and each answer once for all subscriptions of one person that ask the same.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #windows: GroupWindows;
  #pending = new Map<number, Set<EventKind>>();
  #gone = new Map<number, Gone>();
  #notes: NoteChange[] = [];
  #named = new Map<number, readonly NoteChange[] | null>();
  #missed = false;
  #timer: NodeJS.Timeout | undefined;
  #due = Infinity;
  #running: Promise<void> | undefined;
  #groups: Promise<void> | undefined;
  #groupTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#windows = new GroupWindows();
  }

  hear({ workItemIds, kind, gone, notes = [] }: Heard): void {
    for (const id of workItemIds) this.#add(id, [kind]);
    for (const each of gone ?? []) this.#gone.set(each.id, each);
    this.#notes.push(...notes);
    if (kind === 'notes' || kind === 'internalNotes') for (const id of workItemIds) this.#name(id, notes);
    this.#wake(0);
  }

  /** Nothing was heard for a while: everything may have changed. */
  missed(): void {
    this.#missed = true;
    // AP-07.26: which notes it was, nobody can say any more; whoever comes back reads them.
    for (const { listener } of this.#options.registry.toNotes)
      listener.farewell({ reason: 'no_database', reconnect: true });
    this.#wake(0);
  }

  forget(subscription: Subscription): void {
    this.#windows.forget(subscription);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#groupTimer);
    await this.#running;
    await this.#groups;
  }

  #add(id: number, kinds: Iterable<EventKind>): void {
    const known = this.#pending.get(id);
    if (known === undefined) this.#pending.set(id, new Set(kinds));
    else for (const kind of kinds) known.add(kind);
  }

  #name(id: number, notes: readonly NoteChange[]): void {
    const [known, own] = [this.#named.get(id), notes.filter(({ itemId }) => itemId === id)];
    this.#named.set(id, known === null || own.length === 0 ? null : [...(known ?? []), ...own]);
  }

  /** Sees to it that a batch begins within so many milliseconds. */
  #wake(within: number): void {
    const due = performance.now() + within;
    if (this.#closed || due >= this.#due) return;
    this.#due = due;
    // Under way: its end looks what is due.
    if (this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), within);
    this.#timer.unref();
  }

  #begin(): void {
    this.#due = Infinity;
    this.#running = this.#batch().finally(() => {
      this.#running = undefined;
      const within = this.#due - performance.now();
      this.#due = Infinity;
      if (within !== Infinity) this.#wake(Math.max(0, within));
    });
  }

  async #batch(): Promise<void> {
    const [pending, gone, notes, named, missed] = [this.#pending, this.#gone, this.#notes, this.#named, this.#missed];
    this.#pending = new Map();
    this.#gone = new Map();
    this.#notes = [];
    this.#named = new Map();
    this.#missed = false;
    try {
      const candidates = await this.#ofItems({ pending, gone, notes, named, missed });
      if (candidates.length > 0) await this.#deliver(candidates);
    } catch (error) {
      // Nothing has been sent yet. Whoever listens must not miss what a database that is away for a moment could not say.
      this.#options.onError(error);
      for (const [id, kinds] of pending) this.#add(id, kinds);
      for (const [id, each] of gone) this.#gone.set(id, each);
      this.#notes = [...notes, ...this.#notes];
      for (const id of named.keys()) this.#named.set(id, null);
      this.#missed ||= missed;
      this.#wake(AGAIN_MS);
    }
    this.#lookAtGroups();
  }

  /** Groups go by themselves, one look after the other: who looks at one item does not wait for a thousand who look at its group. */
  #lookAtGroups(): void {
    const next = this.#windows.nextDue();
    if (next === undefined || this.#closed || this.#groups !== undefined) return;
    clearTimeout(this.#groupTimer);
    const within = Math.max(0, next - performance.now());
    this.#groupTimer = setTimeout(() => (this.#groups = this.#tellGroups()), within);
    this.#groupTimer.unref();
  }

  async #tellGroups(): Promise<void> {
    try {
      await this.#ofGroups();
    } catch (error) {
      this.#options.onError(error);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
    }
    this.#groups = undefined;
    this.#lookAtGroups();
  }

  /** Whom it may concern of those who listen to items; what may concern groups is held for them. Throws without having changed anything. */
  async #ofItems({ pending, gone: deleted, notes, named, missed }: Batch): Promise<Candidate[]> {
    const { db, registry } = this.#options;
    const happened = new Map<number, ReadonlySet<EventKind>>(pending);
    if (missed) for (const id of registry.itemIds) happened.set(id, new Set([...ANYTHING, ...(pending.get(id) ?? [])]));
    const paths = registry.paths;
    const changes = changesByListener(notes, registry);
    const ids = [...happened.keys()].filter((id) => paths.length > 0 || registry.ofItem(id).size > 0);
    const wanted = [...new Set([...ids, ...[...changes.keys()].map(itemOf)])];
    const subjects = await readSubjects(db, wanted);
    const asked = new Set(wanted);
    const gone = await readGone(
      db,
      [...deleted.values()].filter(({ id }) => asked.has(id) && !subjects.has(id)),
    );

    const found: Candidate[] = [];
    for (const [subscription, heard] of changes) {
      const subject = subjects.get(itemOf(subscription));
      if (subject === undefined || isOtherSort(subscription, subject)) continue;
      const causesFor = (viewer: Viewer) =>
        heard.flatMap((note) => (mayReadNote(viewer, subject, note) ? [{ kinds: [], note }] : []));
      found.push({ subscription, causesFor });
    }
    const byPath = new Map<string, Map<number, ReadonlySet<EventKind>>>();
    for (const [id, kinds] of happened) {
      const subject = subjects.get(id) ?? gone.get(id);
      if (subject === undefined) continue;
      const seenBy = once((viewer: Viewer) => maySee(viewer, subject));
      const changed = missed ? null : (named.get(id) ?? null);
      const toldOf = (viewer: Viewer, of: readonly EventKind[]) => withNotes(of, viewer, subject, changed);
      for (const subscription of registry.ofItem(id)) {
        if (ofInterest(subscription, subject, kinds).length === 0) continue;
        const causesFor = (viewer: Viewer) =>
          seenBy(viewer)
            ? causeOf(toldOf(viewer, ofInterest(subscription, subject, tellable(viewer, subject, kinds))))
            : [];
        found.push({ subscription, causesFor });
      }
      if (!pending.has(id)) continue;
      if (kinds.has('confidential') && (subject.confidential || subject.hidden) && subjects.has(id)) {
        const before = { ...subject, ...(subject.hidden ? { hidden: false } : { confidential: false }) };
        const losesSight = once((viewer: Viewer) => !seenBy(viewer) && maySee(viewer, before));
        const above = registry.pathsAbove(subject.path).flatMap((path) => [...registry.ofGroup(path)]);
        for (const subscription of [...registry.ofItem(id), ...above])
          found.push({ subscription, losesSight, causesFor: () => [] });
      }
      for (const path of registry.pathsAbove(subject.path)) {
        const items = byPath.get(path) ?? new Map<number, ReadonlySet<EventKind>>();
        byPath.set(path, items.set(id, kinds));
      }
    }
    for (const path of missed ? paths : byPath.keys()) {
      const batch: Happened = { whole: missed, path, items: byPath.get(path) ?? new Map(), gone };
      for (const subscription of registry.ofGroup(path)) this.#windows.hold(subscription, batch);
    }
    return found;
  }

  /** Tells groups whose pause is over what was held for them. */
  async #ofGroups(): Promise<void> {
    const { db, registry } = this.#options;
    const due = this.#windows.due(performance.now());
    const held = new Set(due.flatMap((each) => each.held));
    const groups = [...held].some(({ whole }) => whole) ? await readGroups(db, registry.paths) : null;
    const subjects = await readSubjects(db, [...new Set([...held].flatMap(({ items }) => [...items.keys()]))]);
    const known = { subjects, groups };
    const told = once((happened: Happened) => once((viewer: Viewer) => kindsOf(viewer, happened, known)));
    const candidates = due.map(({ subscription, held: own }): Candidate => ({
      subscription,
      causesFor: (viewer) => causeOf([...new Set(own.flatMap((each) => told(each)(viewer)))]),
      looked: own.length,
    }));
    if (candidates.length > 0) await this.#deliver(candidates);
  }

  async #deliver(candidates: readonly Candidate[]): Promise<void> {
    const { db, now, registry, onError } = this.#options;
    const viewers = await stillSignedIn(
      db,
      candidates.map(({ subscription }) => subscription.listener.credential),
      now().toISOString(),
    );
    const answers = new Map<string, Promise<string | null>>();
    const jobs: (() => Promise<void>)[] = [];
    for (const { subscription, causesFor, losesSight, looked = 0 } of candidates) {
      const { plan, listener, identifier } = subscription;
      const viewer = viewers.get(listener.credential);
      if (viewer === undefined) {
        listener.farewell({ reason: 'unauthorized', reconnect: false });
        continue;
      }
      if (losesSight?.(viewer) === true) {
        listener.farewell({ reason: 'rights_changed', reconnect: true });
        continue;
      }
      const causes = causesFor(viewer);
      this.#windows.lookedAt(subscription, looked);
      if (causes.length === 0) continue;
      if (causes.length > NOTES_AT_MOST) {
        listener.farewell({ reason: 'slow_client', reconnect: true });
        continue;
      }
      const about = [plan.isPersonal ? viewer.userId : '', listener.baseUrl, plan.key];
      jobs.push(async () => {
        for (const cause of causes) {
          const key = JSON.stringify([...about, cause]);
          let answer = answers.get(key);
          if (answer === undefined) {
            answer = plan
              .run(viewer, listener.baseUrl, cause)
              .then((result) => (result === null ? null : answered(result, true)));
            answers.set(key, answer);
          }
          const message = await answer;
          if (!registry.has(subscription)) return;
          if (message === null) continue;
          listener.tell(identifier, message);
          if ('group' in plan.topic) this.#windows.told(subscription);
        }
      });
    }
    let next = 0;
    const work = async (): Promise<void> => {
      for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await job().catch(onError);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
}

/** The same question is answered once. */
function once<Argument, Result>(run: (argument: Argument) => Result): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    if (!known.has(argument)) known.set(argument, run(argument));
    return known.get(argument) as Result;
  };
}
