import type { Locator } from 'playwright-core';

/**
 * Looks at the rows of a tree in every frame, until the function that it gives is called; that one says in which they stood out of their order,
 * on the screen or in the document.
 */
export async function watchOrder(grid: Locator): Promise<() => Promise<readonly string[]>> {
  const watching = await grid.evaluateHandle((element) => {
    const watch = { on: true, found: [] as string[] };
    const look = () => {
      const rows = [...element.querySelectorAll<HTMLElement>('[role="row"]')];
      const drawn = rows.map((row) => ({ index: Number(row.dataset['index']), top: row.offsetTop }));
      const isFault = drawn.some(({ index, top }, at) => {
        const above = drawn[at - 1];
        return above !== undefined && (index <= above.index || top <= above.top);
      });
      if (isFault) watch.found.push(JSON.stringify(drawn));
      if (watch.on) requestAnimationFrame(look);
    };
    look();
    return watch;
  });
  return () =>
    watching.evaluate((watch) => {
      watch.on = false;
      return watch.found;
    });
}
