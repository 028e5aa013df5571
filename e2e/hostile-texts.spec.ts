import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { apiOf } from './support/api.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const corpus = (name: string): readonly string[] =>
  JSON.parse(readFileSync(new URL(`../server/text/fixtures/${name}.json`, import.meta.url), 'utf8')) as string[];

/** What looks as if it should run, of both corpora. */
const HOSTILE = [...corpus('naughty-strings'), ...corpus('dompurify-payloads')].filter((text) =>
  /<|javascript:|\bon\w+=|data:/i.test(text),
);
const TITLES = HOSTILE.filter((text) => text.length <= 255 && !text.includes('\n') && text === text.trim()).slice(
  0,
  40,
);
/** One that is not closed takes what stands behind it with it, so few of them stand in one text. */
const COMMENTS = 90;
const ISSUES = '/api/v4/projects/kitchen-sink%2Fsink/issues';

/** Elements that must not be in what people write, or have an attribute or an address that must not, as this browser reads them. */
const faultsIn = (page: Page): Promise<string[]> =>
  page.locator('#app').evaluate((app) => {
    const runs = ({ name, value }: Attr) =>
      name.startsWith('on') ||
      name === 'srcdoc' ||
      (/^(?:href|src|action|formaction|xlink:href)$/.test(name) &&
        URL.canParse(value, location.href) &&
        !/^(?:https?|mailto|blob):$/.test(new URL(value, location.href).protocol));
    return [...app.querySelectorAll('*')]
      .filter(
        (element) =>
          element.matches('script, iframe, object, embed, base, link, meta, style') ||
          [...element.attributes].some(runs),
      )
      .map((element) => element.outerHTML.slice(0, 200));
  });

/** What ran, or tried to: also what the page's policy stopped. */
async function watch(page: Page): Promise<string[]> {
  const touched: string[] = [];
  page.on('dialog', (dialog) => {
    touched.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => touched.push(`window ${popup.url()}`));
  await page.exposeFunction('touched', (what: string) => touched.push(what));
  await page.addInitScript(() => {
    const { touched: tell } = window as unknown as { touched(what: string): void };
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
      Object.assign(window, { [name]: () => tell(name) });
    // Pictures that are not from https are stopped: they run nothing.
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      if (violatedDirective !== 'img-src') tell(`policy ${violatedDirective} ${blockedURI}`);
    });
  });
  await page.route(
    (url) => url.origin !== world.current.url,
    (route) => {
      const request = route.request();
      if (request.resourceType() !== 'image') touched.push(`${request.resourceType()} ${request.url()}`);
      return route.abort();
    },
  );
  return touched;
}

async function posted<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(world.current.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'private-token': world.current.tokens.demo },
    body: JSON.stringify(body),
  });
  expect([path, answer.status]).toEqual([path, 201]);
  return (await answer.json()) as T;
}

test('IE-06.33 nothing of two corpora runs in a browser as a title, a description, a comment or a linked item', async () => {
  const linked: number[] = [];
  for (const title of TITLES) linked.push((await posted<{ iid: number }>(ISSUES, { title })).iid);
  const texts = Array.from({ length: COMMENTS }, (_, index) =>
    HOSTILE.filter((_text, at) => at % COMMENTS === index).join('\n\n---\n\n'),
  );
  const description = `${linked.map((iid) => `#${iid}+`).join(' ')}\n\n${texts.join('\n\n')}`;
  const { iid, id } = await posted<{ iid: number; id: number }>(ISSUES, { title: TITLES[0], description });
  const { query } = apiOf(world.current.url, world.current.tokens.demo);
  for (const body of texts) {
    await query('mutation ($input: CreateNoteInput!) { createNote(input: $input) { errors } }', {
      input: { noteableId: `gid://gitlab/Issue/${id}`, body },
    });
  }

  const { page, faults } = await world.current.open({ as: 'demo' });
  const touched = await watch(page);
  await page.goto(`/kitchen-sink/sink/-/issues/${iid}`);
  await page.getByRole('region', { name: 'Activity' }).getByRole('article').nth(15).waitFor();
  await page
    .locator('[data-reference-type="issue"]')
    .nth(TITLES.length - 1)
    .waitFor({ state: 'attached' });
  expect(await faultsIn(page)).toEqual([]);
  await page.goto('/kitchen-sink/sink/-/issues');
  await page
    .getByRole('link', { name: TITLES[0] ?? '' })
    .first()
    .waitFor();
  expect(await faultsIn(page)).toEqual([]);
  expect([touched, faults]).toEqual([[], []]);
}, 120_000);

test('IE-06.33 nor does each of them by itself, put into a page', async () => {
  const html: string[] = [];
  for (const text of HOSTILE) html.push((await posted<{ html: string }>('/api/v4/markdown', { text })).html);
  const { page, faults } = await world.current.open({ as: 'demo' });
  const touched = await watch(page);
  await page.goto('/kitchen-sink/sink/-/issues');
  await page.getByRole('main').waitFor();
  const put = (texts: string[]) =>
    page.locator('#app').evaluate((app, all) => {
      for (const each of all) app.appendChild(document.createElement('div')).innerHTML = each;
    }, texts);
  await put(html);
  expect(await faultsIn(page)).toEqual([]);
  expect([touched, faults]).toEqual([[], []]);
  // The judge finds what would.
  const stopped = page.waitForEvent('console', (message) => message.text().includes('script-src'));
  await put(['<img src="/nothing.png" onerror="alert(1)">', '<a href="java\tscript:alert(1)">a</a>']);
  expect(await faultsIn(page)).toHaveLength(2);
  await stopped;
  // The page tells it after its console does.
  expect(
    await settled(
      async () => touched.join(),
      (told) => told !== '',
    ),
  ).toMatch(/policy script-src/);
  faults.splice(0);
}, 120_000);
