import type { Page } from 'playwright-core';
import { DiscussionNotesOperation, ItemNotesOperation } from '../../../core/api/generated/operations/notes.ts';
import { contest, type Contestant, median, report } from '../measure.ts';
import { type Stage, asked, itemPath } from './plan.ts';
import { EMPTY_PAGE } from './probe.ts';

const NOTES = 2000;
/** Single rounds differ by 2.5 times on a machine with two processors, which the server, the database and both pages share. */
const ROUNDS = 15;
const CREATE =
  'mutation ($input: CreateNoteInput!) { createNote(input: $input) { errors note { discussion { id } } } }';

/** Milliseconds from the beginning to the painted screenful, and until all can be scrolled to. */
interface Read {
  readonly first: number;
  readonly all: number;
}

/** One discussion of 2,000 notes is opened, beside a bare virtual list of the product's own markup, which asks for the same pages and draws what is in sight. */
export async function benchNotes({ context, url, plan }: Stage): Promise<string[]> {
  const [other, item] = [plan.items[3]!, plan.items[2]!];
  const noteableId = `gid://gitlab/WorkItem/${item.number}`;
  let discussionId: string | undefined;
  for (let at = 0; at < NOTES; at += 1) {
    const input = { noteableId, discussionId, body: `Note ${at} says *something* about \`part ${at}\` of the plan.` };
    const answer = await asked<{ createNote: { note: { discussion: { id: string } } } }>(url, 'ada', CREATE, { input });
    discussionId ??= answer.createNote.note.discussion.id;
  }
  const [product, bare] = [await context.newPage(), await context.newPage()];
  await product.goto(url + itemPath(item));
  await product
    .getByRole('article')
    .nth(NOTES - 1)
    .waitFor({ state: 'attached', timeout: 120_000 });
  const markup = await product
    .getByRole('article')
    .nth(1)
    .evaluate((article) => article.outerHTML);
  const styles = await product.evaluate(() =>
    [...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.outerHTML).join(''),
  );
  await bare.goto(`${url}${EMPTY_PAGE}`);
  await bare.evaluate((head) => (document.head.innerHTML = head), styles);
  const firsts = new Map<string, number[]>();
  const contestant = (name: string, open: () => Promise<Read>): Contestant => ({
    name,
    async round() {
      const { first, all } = await open();
      firsts.set(name, [...(firsts.get(name) ?? []), first]);
      return all;
    },
  });
  const floor = 'bare virtual list (floor)';
  const results = await contest(
    [
      contestant(floor, () =>
        openBare(bare, {
          id: noteableId,
          list: ItemNotesOperation.text,
          thread: DiscussionNotesOperation.text,
          markup,
        }),
      ),
      contestant('Espalier', () => openProduct(product, itemPath(other), itemPath(item))),
    ],
    ROUNDS,
  );
  await Promise.all([product.close(), bare.close()]);
  const missed = report(`A discussion of ${NOTES} notes is opened, until all of it is there`, 'ms', results, [
    { left: 'Espalier', right: floor, atMost: 1.5 },
  ]);
  console.log('  until a screenful is painted:');
  for (const [name, values] of firsts)
    console.log(`  ${name.padEnd(44)} ${median(values.slice(1)).toFixed(1).padStart(10)}`);
  return missed;
}

/** From the page of another item, in one document that has read nothing of this one, whose code is there. */
async function openProduct(page: Page, from: string, to: string): Promise<Read> {
  await page.bringToFront();
  await page.goto(new URL(from, page.url()).href);
  await page.getByRole('textbox', { name: 'Add a comment' }).waitFor();
  await page.waitForTimeout(3000);
  return page.evaluate(
    async ([target, count]) => {
      const began = performance.now();
      window.history.pushState(null, '', target);
      window.dispatchEvent(new PopStateEvent('popstate'));
      const seen = async (least: number) => {
        while (document.querySelectorAll('article[data-note]').length < least)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - began;
      };
      return { first: await seen(12), all: await seen(count) };
    },
    [to, NOTES] as const,
  );
}

interface Bare {
  readonly id: string;
  /** The product's own queries. */
  readonly list: string;
  readonly thread: string;
  /** A note as the product draws it. */
  readonly markup: string;
}

interface Notes {
  readonly nodes: readonly { readonly id: string; readonly bodyHtml: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Reads the discussion in the product's pages, one after the other as their cursors have it, and draws what is in sight with each. */
async function openBare(page: Page, given: Bare): Promise<Read> {
  await page.bringToFront();
  return page.evaluate(async ({ id, list, thread, markup }) => {
    const { csrfToken } = (await (await fetch('/-/session.json')).json()) as { csrfToken: string };
    const box = document.createElement('div');
    box.style.cssText = 'position: relative; height: 100vh; overflow: auto';
    document.body.replaceChildren(box);
    const ask = async <T>(query: string, variables: object): Promise<T> => {
      const answer = await fetch('/api/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
        body: JSON.stringify({ query, variables }),
      });
      return ((await answer.json()) as { data: T }).data;
    };
    const began = performance.now();
    const painted = async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - began;
    };
    const rowHeight = 90;
    const draw = (notes: Notes['nodes']) => {
      const from = Math.floor(box.scrollTop / rowHeight);
      const rows = notes.slice(from, from + Math.ceil(box.clientHeight / rowHeight) + 1).map(({ bodyHtml }, at) => {
        const row = document.createElement('div');
        row.style.cssText = `position: absolute; inset-inline: 0; top: ${(from + at) * rowHeight}px`;
        row.innerHTML = markup;
        const paragraph = row.querySelector('p');
        if (paragraph !== null) paragraph.outerHTML = bodyHtml;
        return row;
      });
      const end = document.createElement('div');
      end.style.cssText = `height: ${notes.length * rowHeight}px`;
      box.replaceChildren(...rows, end);
    };
    interface Widgets {
      readonly workItem: {
        readonly widgets: readonly {
          readonly discussions?: { readonly nodes: readonly { readonly notes: Notes }[] };
        }[];
      };
    }
    const { workItem } = await ask<Widgets>(list, { id, filter: 'ALL_NOTES', after: null });
    let last = workItem.widgets
      .flatMap(({ discussions }) => discussions?.nodes ?? [])
      .find(({ notes }) => notes.nodes.length > 1)!.notes;
    const notes = [...last.nodes];
    draw(notes);
    const first = await painted();
    while (last.pageInfo.hasNextPage) {
      const variables = { id: notes[0]!.id, after: last.pageInfo.endCursor };
      last = (await ask<{ note: { discussion: { notes: Notes } } }>(thread, variables)).note.discussion.notes;
      notes.push(...last.nodes);
      draw(notes);
    }
    if (notes.length !== 2000) throw new Error(`The floor has ${notes.length} notes.`);
    return { first, all: await painted() };
  }, given);
}
