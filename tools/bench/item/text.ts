import type { Page } from 'playwright-core';
import { type Stage, asked, itemPath } from './plan.ts';
import { EMPTY_PAGE, inject } from './probe.ts';
import { EDIT, inTurn, labelsAgree, told, typed, type Field } from './typing.ts';

/** 100 kB of paragraphs, lists and a checklist. */
const TEXT = Array.from(
  { length: 700 },
  (_, at) =>
    `Part ${at}: some words of a *plan* that is ${at} lines long.\n\n- [ ] a task of it\n- ${'a thing '.repeat(8)}\n\n`,
).join('');

/** One types at the end of a description of 100 kB while others change the item's labels a hundred times a second. */
export async function benchText(stage: Stage): Promise<string[]> {
  const { context, url, plan, probe } = stage;
  const item = plan.items[1]!;
  const input = { id: `gid://gitlab/WorkItem/${item.number}`, descriptionWidget: { description: TEXT } };
  await asked(url, 'ada', EDIT, { input });
  const [product, bare] = [await context.newPage(), await context.newPage()];
  await bare.goto(`${url}${EMPTY_PAGE}`);
  await inject(bare, probe);
  await bare.evaluate(() => {
    const field = document.createElement('textarea');
    Object.assign(field, { rows: 20, cols: 100 });
    field.setAttribute('aria-label', 'Description');
    document.body.replaceChildren(field);
  });
  await product.goto(url + itemPath(item));
  await inject(product, probe);
  await product.getByRole('button', { name: 'Edit title and description' }).click();
  await product.waitForTimeout(2000);

  const at = (page: Page): Field => ({
    box: page.getByRole('textbox', { name: 'Description' }),
    before: TEXT,
    most: Infinity,
  });
  const contestants = {
    'bare field, nobody edits (floor)': () => typed(stage, bare, at(bare), false, item),
    'Espalier, nobody edits': () => typed(stage, product, at(product), false, item),
    'Espalier, 100 edits a second': () => typed(stage, product, at(product), true, item),
  } as const;
  const rounds = await inTurn(contestants, bare, product);
  await labelsAgree(stage, product, item);
  await Promise.all([product.close({ runBeforeUnload: false }), bare.close()]);
  return told(`a description of ${Math.round(TEXT.length / 1000)} kB`, rounds);
}
