import type { PlanStore } from '../command/plan-store.ts';
import { mentionsIn } from '../text/mentions.ts';

/** Texts that are looked at in one job, during which nobody waits long. */
const PIECE = 20;

/** Who is named by a text; `@all` names nobody. */
export const namedIn = (text: string): string[] => [...mentionsIn(text)].filter((name) => name !== 'all');

/** EP-12.42: looks at some of the texts of which it is not known yet whom they mention, and has the others looked at. */
export async function readMentions(store: PlanStore): Promise<void> {
  const texts = await store.mentions.unread(PIECE);
  for (const { text, ...name } of texts) await store.mentions.keep(name, namedIn(text));
  if (texts.length === PIECE) await store.later([{ kind: 'readMentions' }]);
}
