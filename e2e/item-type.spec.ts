import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { apiOf } from './support/api.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const CREATE = `mutation ($title: String!) {
  workItemCreate(input: { projectPath: "kitchen-sink/sink", title: $title, workItemTypeId: "gid://gitlab/WorkItems::Type/1" }) {
    workItem { id iid } errors
  }
}`;

const TYPE = `query ($id: IssueID!) { issue(id: $id) { type } }`;

/** A new issue of the kitchen sink, and the path of its page. */
async function made(title: string): Promise<{ readonly id: string; readonly address: string }> {
  const api = apiOf(world.current.url, world.current.tokens.chef);
  type Made = { readonly workItemCreate: { readonly workItem: { readonly id: string; readonly iid: string } } };
  const { workItem } = (await api.query<Made>(CREATE, { title })).workItemCreate;
  return { id: workItem.id, address: `/kitchen-sink/sink/-/issues/${workItem.iid}` };
}

const typeOf = async (id: string): Promise<string> => {
  const api = apiOf(world.current.url, world.current.tokens.chef);
  return (await api.query<{ readonly issue: { readonly type: string } }>(TYPE, { id })).issue.type;
};

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  'WI-13.12 WI-13.14 an issue becomes a task by keyboard, $width pixels wide; somebody else sees it, Ctrl+Z takes it back, axe finds nothing',
  async (size) => {
    const { id, address } = await made('Was it ever an issue');
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(address);
    const { page: other } = await world.current.open({ as: 'demo' });
    await other.goto(address);
    await button(other, 'Close issue').waitFor();
    await button(page, 'Issue actions').press('Enter');
    await page.getByRole('menuitem', { name: 'Change type…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change type' });
    await dialog.getByRole('radio', { name: 'Incident' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await dialog.getByRole('radio', { name: 'Task', checked: true }).waitFor();
    expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
    await answered(page, 'workItemConvert', () => page.keyboard.press('Enter'));
    await button(page, 'Close task').waitFor();
    await button(other, 'Close task').waitFor();
    expect(await typeOf(id)).toBe('TASK');
    expect(new URL(page.url()).pathname).toBe(address);
    await quiet(page);
    await answered(page, 'workItemConvert', () => page.keyboard.press('Control+z'));
    await page.reload();
    await button(page, 'Close issue').waitFor();
    await button(other, 'Close issue').waitFor();
    expect(await typeOf(id)).toBe('ISSUE');
  },
);
