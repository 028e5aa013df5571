import type { Page } from 'playwright-core';
import { apiOf } from './api.ts';
import type { World } from './world.ts';

/** Things of the group `kitchen-sink`, by their titles, as who sees all of it. */

interface Found {
  readonly group: {
    readonly epics: { readonly nodes: readonly { readonly iid: string }[] };
    readonly issues: { readonly nodes: readonly { readonly id: string; readonly webUrl: string }[] };
  };
}

const SEARCH = `query ($title: String!) {
  group(fullPath: "kitchen-sink") {
    epics(search: $title) { nodes { iid } }
    issues(search: $title) { nodes { id webUrl } }
  }
}`;

const search = async ({ url, tokens }: World, title: string): Promise<Found['group']> =>
  (await apiOf(url, tokens.chef).query<Found>(SEARCH, { title })).group;

function found<T>(nodes: readonly T[], title: string): T {
  const [first] = nodes;
  if (first === undefined) throw new Error(`There is no "${title}" in the kitchen sink.`);
  return first;
}

/** An epic's number, and the path of its page. */
export async function epicOf(world: World, title: string): Promise<{ readonly iid: string; readonly address: string }> {
  const { iid } = found((await search(world, title)).epics.nodes, title);
  return { iid, address: `/groups/kitchen-sink/-/epics/${iid}` };
}

/** An issue's id as a work item, and the path of its page. */
export async function issueOf(world: World, title: string): Promise<{ readonly id: string; readonly address: string }> {
  const { id, webUrl } = found((await search(world, title)).issues.nodes, title);
  return { id: id.replace('/Issue/', '/WorkItem/'), address: new URL(webUrl).pathname };
}

/** An issue of the project, made by whoever has the page open. */
export async function makeIssue(page: Page, title: string): Promise<void> {
  const status = await page.evaluate(async (named) => {
    const { csrfToken } = (await (await fetch('/-/session.json')).json()) as { csrfToken: string };
    const answer = await fetch('/api/v4/projects/kitchen-sink%2Fsink/issues', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
      body: JSON.stringify({ title: named }),
    });
    return answer.status;
  }, title);
  expect(status).toBe(201);
}
