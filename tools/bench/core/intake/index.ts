import type { Contestant, Result } from '../../measure.ts';
import type { PageText, Shape, Shown } from '../data.ts';
import type { Intake } from './intake.ts';
import { contest, milliseconds } from '../../measure.ts';
import { collectGarbage } from '../gc.ts';
import { PAGE_SIZE, pagesOf, parse } from '../data.ts';

/** Milliseconds of each contestant for all pages; throws where two do not show the same. */
export async function takeIn(intakes: readonly Intake[], shape: Shape, rounds: number): Promise<Result[]> {
  const plain = pagesOf(shape);
  const typed = intakes.some(({ typenames }) => typenames) ? pagesOf(shape, true) : plain;
  const pagesFor = (intake: Intake): readonly PageText[] => (intake.typenames ? typed : plain);
  await checkEqual(intakes, pagesFor);
  const contestants = intakes.map((intake): Contestant => ({
    name: intake.name,
    round: () => once(intake, pagesFor(intake)),
  }));
  return contest(contestants, rounds);
}

async function once(intake: Intake, texts: readonly PageText[]): Promise<number> {
  const pages = parse(texts);
  const intaken = intake.make();
  collectGarbage();
  return milliseconds(async () => {
    for (const page of pages) await intaken.take(page);
  });
}

/** Milliseconds for the last so many items, after all the others. */
export async function lastOf(intake: Intake, shape: Shape, items: number): Promise<number> {
  const pages = parse(pagesOf(shape, intake.typenames));
  const last = pages.splice(pages.length - items / PAGE_SIZE);
  const intaken = intake.make();
  for (const page of pages) await intaken.take(page);
  collectGarbage();
  return milliseconds(async () => {
    for (const page of last) await intaken.take(page);
  });
}

async function checkEqual(
  intakes: readonly Intake[],
  pagesFor: (intake: Intake) => readonly PageText[],
): Promise<void> {
  let expected: string | undefined;
  for (const intake of intakes) {
    const intaken = intake.make();
    for (const page of parse(pagesFor(intake))) await intaken.take(page);
    const shown = canonical(intaken.shown());
    expected ??= shown;
    if (shown !== expected) throw new Error(`${intake.name} does not show what ${intakes[0]!.name} shows`);
  }
}

const canonical = (shown: Shown): string => JSON.stringify([...shown].sort(([a], [b]) => (a < b ? -1 : 1)));
