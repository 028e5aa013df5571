import { runSchedule, runSeed } from './draw.ts';
import type { Schedule } from './schedule.ts';

test('pushes of a schedule with pages of items are late, doubled, lost and cut, and are so again when its file is run', async () => {
  const { pushes, schedule, failures } = await runSeed(7);
  expect(failures).toEqual([]);
  expect(Object.entries(pushes).filter(([, count]) => count === 0)).toEqual([]);
  const again = await runSchedule(JSON.parse(JSON.stringify(schedule)) as Schedule);
  expect(again.pushes).toEqual(pushes);
  const calm = await runSchedule({ ...schedule, pushes: {} });
  expect(calm.pushes).toEqual({ sent: expect.any(Number) as number, late: 0, twice: 0, lost: 0, cut: 0 });
});
