import { roadmapDomain } from '../roadmap/index.ts';
import { FakePorts, settle } from '../testing/index.ts';
import { createPlanner } from '../planner.ts';
import { parseLog, record, replay } from './index.ts';

test('RP-03.43 a log that attaches the roadmap replays to the same state', async () => {
  const recording = record({ session: 's', timeZone: 'UTC', flags: {} });
  const planner = createPlanner(new FakePorts().ports, { middleware: [recording.middleware] });
  planner.attach(roadmapDomain);
  await settle();
  const text = recording.text();
  const found = replay(parseLog(text));
  expect(found.mismatch).toBeNull();
  expect(found.state).toEqual(planner.store.getState());
  expect(found.state).toHaveProperty('roadmap');
  expect(() => replay(parseLog(text.replace('"name":"roadmap"', '"name":"nowhere"')))).toThrow(
    /^Line 3: action 1 \(planner\/domainAttached\) cannot be applied: There is no domain "nowhere" here/,
  );
});
