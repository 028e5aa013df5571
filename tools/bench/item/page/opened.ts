import { behindPaint } from '../../view/page/contestant.ts';

export interface Opening {
  /** What is pressed: an element of this kind with this text. */
  readonly press: string;
  readonly name: string;
  /** Where the item is to stand, and what is to be read there. */
  readonly place: string;
  /** Its own fields, and everything else that is read for it. */
  readonly fields: readonly string[];
  readonly others: readonly string[];
}

/** Milliseconds from the press to the painted frame in which the fields stand, and in which everything does. */
export interface Opened {
  readonly fields: number;
  readonly complete: number;
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

const FRAMES_MOST = 1200;
/** React renders what a press asks for in microtasks of the same frame. */
const MICROTASKS = 20;

function missing(place: string, texts: readonly string[]): readonly string[] {
  const root = document.querySelector(place);
  if (root === null) return [place];
  const values = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
  const text = [root.textContent, ...values].join('\n');
  return texts.filter((each) => !text.includes(each));
}

/** The press falls at the start of a frame, so that no waiting for one is counted. */
export async function opened({ press, name, place, fields, others }: Opening): Promise<Opened> {
  const target = [...document.querySelectorAll<HTMLElement>(press)].find(({ textContent }) => textContent === name);
  if (target === undefined) throw new Error(`There is no ${press} "${name}"`);
  await nextFrame();
  const start = performance.now();
  target.click();
  for (let turn = 0; turn < MICROTASKS; turn += 1) await null;
  const shown = async (texts: readonly string[]): Promise<number> => {
    for (let frames = 0; missing(place, texts).length > 0; frames += 1) {
      if (frames > FRAMES_MOST) throw new Error(`Not shown: ${missing(place, texts).join(', ')}`);
      await nextFrame();
    }
    await behindPaint();
    return performance.now() - start;
  };
  const own = await shown(fields);
  return { fields: own, complete: missing(place, others).length === 0 ? own : await shown(others) };
}
