import type { SimClock } from './clock.ts';
import type { SimClient } from './planner-client.ts';
import type { PushFate, PushFault, Random, Schedule } from './schedule.ts';
import { drawPushFate } from './schedule.ts';

/** How many pushes went to somebody who listened, and what became of them. */
export type PushCounts = Readonly<Record<'sent' | PushFault, number>>;

export const NO_PUSHES: PushCounts = { sent: 0, late: 0, twice: 0, lost: 0, cut: 0 };

export const addedCounts = (one: PushCounts, other: PushCounts): PushCounts => ({
  sent: one.sent + other.sent,
  late: one.late + other.late,
  twice: one.twice + other.twice,
  lost: one.lost + other.lost,
  cut: one.cut + other.cut,
});

/** Milliseconds until a push arrives, and until a client finds that nothing arrives any more. */
const USUAL = 30;
const FOUND = 4_000;

/** The cable between the server and the planners. What happens to a push is its fate: at most one fault. Only schedules with `pushes` have such fates. */
export class PushWire {
  readonly #clock: SimClock;
  readonly #known: Readonly<Record<string, PushFate>> | undefined;
  readonly #random: Random | null;
  readonly #numbers = new Map<string, number>();
  /** The fates that are out of the ordinary. */
  readonly fates: Record<string, PushFate> = {};
  counts: PushCounts = NO_PUSHES;
  isHealed = false;

  /** `random` null: what is not known is calm. */
  constructor(clock: SimClock, { pushes }: Pick<Schedule, 'pushes'>, random: Random | null) {
    this.#clock = clock;
    this.#known = pushes;
    this.#random = random;
  }

  /** Pushes have fates of their own, and say what kind of change it was. */
  get isEventful(): boolean {
    return this.#known !== undefined;
  }

  /** `kinds`: of the change; absent: anything. */
  send(client: SimClient, topic: string, kinds?: readonly string[]): void {
    if (!client.connected || client.gap) return;
    const isTold = client.listensTo(topic);
    const { fault, wait } = this.isEventful && isTold ? this.#fateOf(`${client.session}/${topic}`) : { wait: 0 };
    if (isTold) this.counts = addedCounts(this.counts, { ...NO_PUSHES, sent: 1, ...(fault && { [fault]: 1 }) });
    if (fault === 'lost' || fault === 'cut') return this.#loseTouch(client, fault === 'cut' ? 0 : FOUND, wait);
    const push = client.pushTo(topic, kinds);
    this.#clock.after(fault === 'late' ? USUAL + wait : USUAL, push);
    if (fault === 'twice') this.#clock.after(USUAL + wait, push);
  }

  #fateOf(name: string): PushFate {
    const number = (this.#numbers.get(name) ?? 0) + 1;
    this.#numbers.set(name, number);
    const key = `${name}/${number}`;
    const known = this.#known?.[key];
    if (this.isHealed) return { wait: 0 };
    const fate = known ?? (this.#random === null ? { wait: 0 } : drawPushFate(this.#random));
    if (fate.fault !== undefined) this.fates[key] = fate;
    return fate;
  }

  #loseTouch(client: SimClient, found: number, back: number): void {
    client.gap = true;
    this.#clock.after(found, () => {
      if (!client.gap) return;
      client.connect(false);
      this.#clock.after(back, () => client.connect(true));
    });
  }
}
