import type { World } from './server/index.ts';
import type { SimClient } from './planner-client.ts';
import { get } from '@espalier/core/table';
import { selectMayEditText, textSubject } from '@espalier/core/text';
import { frontsOf } from './front.ts';
import { numberOf } from './oracle.ts';

/** The texts that a client shows and edits against the server's rows, as texts of what is wrong. */
export function textFaults(client: SimClient, world: World): string[] {
  const { writing, state } = client;
  const found: string[] = [...writing.found];
  for (const { place } of frontsOf(client)) {
    const id = textSubject(state, place);
    const row = world.items.get(numberOf(id ?? '') ?? 0);
    const item = id === null ? undefined : get(state.confirmed.items, id);
    if (!client.pages.texts || id === null || row === undefined || !selectMayEditText(state, place)) continue;
    const is = [item?.title, item?.description, item?.lockVersion];
    const should = [row.title, row.description ?? '', row.lockVersion];
    if (`${is}` !== `${should}`)
      found.push(`${id} shows ${JSON.stringify(is)} and should show ${JSON.stringify(should)}`);
    const form = state.text[id];
    const { title, description, lockVersion } = form?.conflict?.theirs ?? form?.base ?? {};
    const known = [title, description, lockVersion];
    if (form !== undefined && `${known}` !== `${should}`)
      found.push(`the form of ${id} knows ${JSON.stringify(known)} and should know ${JSON.stringify(should)}`);
    if (form?.done === true) found.push(`the form of ${id} is saved and stays open`);
    const lost = [...writing.missing(id, form)];
    if (writing.isStoring && lost.length > 0)
      found.push(`${lost.join()} was in the form of ${id} before a crash, and is not there again`);
  }
  return found;
}
