import type { Stamped } from '@espalier/core';
import type { Network } from './network.ts';
import { RoadmapReadings } from './roadmap-readings.ts';

const action = (type: string, payload: object = {}, meta: object = {}): Stamped =>
  ({ type, payload, meta: { origin: 'server', at: 0, ...meta } }) as Stamped;

test('a reading from before a change of dates of its own is told, one from after it is not', () => {
  const versions = { acknowledged: 0, list: 4 };
  const network = { acknowledged: () => versions.acknowledged, roadmapVersion: () => versions.list };
  const readings = new RoadmapReadings('0.0', network as unknown as Network);
  const read = (type: string, epics: readonly unknown[] = [{}]) => {
    const data = type === 'roadmap/children/received' ? epics : { items: epics };
    return readings.staleReading(action(type, { epics, data, params: { parentId: 'p' } }));
  };
  expect(read('roadmap/epics/received')).toBeNull();
  versions.acknowledged = 5;
  // Of another kind of change nothing is said.
  readings.staleReading(action('tree/childMoved/committed', {}, { resolves: { id: 'i', as: 'committed' } }));
  expect(read('roadmap/epics/received')).toBeNull();
  readings.staleReading(action('roadmap/datesChanged/committed', {}, { resolves: { id: 'j', as: 'committed' } }));
  for (const type of ['roadmap/epics/received', 'roadmap/epicsReadAgain', 'roadmap/children/received'])
    expect(read(type)).toMatch(/from before a change/);
  expect(read('roadmap/children/received', [])).toBeNull();
  versions.list = 5;
  expect(read('roadmap/children/received')).toBeNull();
});
