import type { LogHeader, LogStore, RecorderLimits, SessionFacts } from './types.ts';
import type { Tape, TapeEntry } from './tape.ts';
import type { RootState } from '../planner.ts';
import { hashSteps, stateHash } from './hash.ts';
import { checkpointPieces, printAction, printEnd, printHeader } from './print.ts';
import { headerOf } from './record.ts';

export interface SessionLogOptions {
  readonly tape: Tape;
  /** Null: the log lives and dies with the page. */
  readonly store: LogStore | null;
  /** Asked at every start of a session, which needs an id of its own. */
  readonly header: () => SessionFacts;
  /** The store failed; the log goes on in memory alone. Called once in a session. */
  readonly onStoreFault?: (error: unknown) => void;
}

/** A stretch of the log as text. */
interface PrintedSegment {
  readonly number: number;
  readonly from: number;
  readonly chunks: string[];
  /** The last action. */
  seq: number;
  /** All of it. */
  characters: number;
  /** Of its actions. */
  actionCharacters: number;
}

/** One session: reads the tape, prints, hands to the store, forgets the oldest. */
export class SessionLog {
  readonly header: LogHeader;
  readonly #options: SessionLogOptions;
  readonly #limits: RecorderLimits;
  readonly segments: PrintedSegment[] = [];
  #numbers = 0;
  /** Printed and not handed to the store yet. */
  #unsaved: string[] = [];
  #headerSaved = false;
  #writing: Promise<void> = Promise.resolve();
  #storeFailed = false;

  constructor(options: SessionLogOptions, limits: RecorderLimits) {
    this.#options = options;
    this.#limits = limits;
    this.header = headerOf(options.header());
  }

  /** Takes in everything on the tape, in steps that are each short. */
  *work(): Generator<undefined> {
    const { tape } = this.#options;
    while (tape.length > 0) {
      const entry = tape.first();
      let segment = this.segments.at(-1);
      // Actions are missing: the tape dropped them because nobody read it. What came before cannot be joined to what follows.
      if (segment !== undefined && segment.seq !== entry.seq - 1) while (this.segments.length > 0) this.#dropOldest();
      segment = this.segments.at(-1);
      if (segment === undefined || this.#isFull(segment)) {
        segment = yield* this.#begin(entry);
        if (tape.first().seq !== entry.seq) continue;
      }
      tape.shift();
      const { seq, action } = entry;
      let hash: string | null = null;
      if (seq % this.#limits.hashEvery === 0) {
        const after = tape.length > 0 ? tape.first().before : tape.state();
        yield* hashSteps(after);
        hash = stateHash(after);
      }
      const text = printAction({ seq, action, hash });
      segment.seq = seq;
      segment.actionCharacters += text.length;
      this.#print(segment, text);
      yield;
    }
  }

  #isFull(segment: PrintedSegment): boolean {
    return segment.seq - segment.from >= this.#limits.actions || segment.actionCharacters > this.#limits.characters / 4;
  }

  *#begin({ seq, before }: TapeEntry): Generator<undefined, PrintedSegment> {
    this.save();
    this.#numbers += 1;
    const segment: PrintedSegment = {
      number: this.#numbers,
      from: seq - 1,
      chunks: [],
      seq: seq - 1,
      characters: 0,
      actionCharacters: 0,
    };
    yield* hashSteps(before);
    const pieces: string[] = [];
    for (const piece of checkpointPieces({ seq: seq - 1, hash: stateHash(before), state: before })) {
      pieces.push(piece);
      if (piece.length > 1000) yield;
    }
    this.segments.push(segment);
    this.#print(segment, pieces.join(''));
    while (this.segments.length > 1 && this.#isTooMuch()) this.#dropOldest();
    return segment;
  }

  #isTooMuch(): boolean {
    const { segments, characters } = this.#limits;
    return (
      this.segments.length > segments || this.segments.reduce((sum, part) => sum + part.characters, 0) > characters
    );
  }

  #dropOldest(): void {
    const oldest = this.segments.shift();
    if (oldest === undefined) return;
    if (this.segments.length === 0) this.#unsaved = [];
    this.#write((store) => store.dropSegment(this.header.session, oldest.number));
  }

  #print(segment: PrintedSegment, text: string): void {
    segment.chunks.push(text);
    segment.characters += text.length;
    this.#unsaved.push(text);
  }

  /** Hands what is printed to the store; the header with the first of it, so that no session is kept that nobody could replay. */
  save(): void {
    const segment = this.segments.at(-1);
    if (segment === undefined || this.#unsaved.length === 0) return;
    const text = this.#unsaved.join('');
    this.#unsaved = [];
    if (!this.#headerSaved) this.#write((store) => store.append(this.header.session, 0, printHeader(this.header)));
    this.#headerSaved = true;
    this.#write((store) => store.append(this.header.session, segment.number, text));
  }

  /** One after the other; none after the first failure, so that what is stored has no gaps. */
  #write(write: (store: LogStore) => Promise<void>): void {
    const { store, onStoreFault } = this.#options;
    if (store === null || this.#storeFailed) return;
    this.#writing = this.#writing.then(async () => {
      if (this.#storeFailed) return;
      try {
        await write(store);
      } catch (error) {
        this.#storeFailed = true;
        onStoreFault?.(error);
      }
    });
  }

  settled(): Promise<void> {
    return this.#writing;
  }

  /** Everything that is printed, and the end. `state` is the one after the last action. */
  text(state: RootState, seq: number): string {
    const parts = [printHeader(this.header)];
    for (const { chunks } of this.segments) parts.push(...chunks);
    const hash = stateHash(state);
    if (this.segments.length === 0) parts.push(...checkpointPieces({ seq, hash, state }));
    return parts.concat(printEnd({ seq, hash })).join('');
  }
}
