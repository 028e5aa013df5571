/** Figures of one contestant: each round's rate, in the contest's unit. */
export interface Contestant {
  readonly name: string;
  /** Does the work once, or for a while; gives a figure in the contest's unit. */
  round(): number | Promise<number>;
}

export interface Result {
  readonly name: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which this share of them lies: 0.95 gives the 95th percentile, 1 the largest; NaN of none. */
export function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/**
 * Lets the contestants work in turn, A B C A B C, so that a machine whose speed drifts treats them alike. The first round of each is a
 * warm-up and not counted.
 */
export async function contest(contestants: readonly Contestant[], rounds: number): Promise<Result[]> {
  const figures = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, round: work } of contestants) {
      const figure = await work();
      if (round > 0) figures.get(name)!.push(figure);
    }
  }
  return [...figures].map(([name, values]) => ({
    name,
    median: median(values),
    least: Math.min(...values),
    most: Math.max(...values),
  }));
}

/** Milliseconds that the work takes, by the process's own clock. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** A demand on two contestants' medians: `left / right` is at least, or at most, so much. */
export interface Demand {
  readonly left: string;
  readonly right: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(3);

/** Prints a contest as a table with ratios to the first contestant, and says of each demand whether it is met. Gives the unmet ones. */
export function report(title: string, unit: string, results: readonly Result[], demands: readonly Demand[]): string[] {
  const floor = results[0]!;
  console.log(`\n${title} (${unit}; median of the rounds, least to most; ratio to ${floor.name})`);
  for (const { name, median: middle, least, most } of results) {
    const ratio = short(middle / floor.median);
    console.log(`  ${name.padEnd(44)} ${short(middle).padStart(10)}   ${short(least)} to ${short(most)}   × ${ratio}`);
  }
  const missed: string[] = [];
  for (const { left, right, atLeast, atMost } of demands) {
    const of = (name: string): number => results.find((result) => result.name === name)!.median;
    const ratio = of(left) / of(right);
    const met = (atLeast === undefined || ratio >= atLeast) && (atMost === undefined || ratio <= atMost);
    const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    const line = `${left} / ${right} = ${short(ratio)} (${bound})`;
    console.log(`  ${met ? 'met   ' : 'MISSED'} ${line}`);
    if (!met) missed.push(`${title}: ${line}`);
  }
  return missed;
}
