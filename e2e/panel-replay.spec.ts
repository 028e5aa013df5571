import { readFileSync } from 'node:fs';
import { INVARIANTS, parseLog } from '@espalier/core/replay';
import { DeveloperPanel, replayTool } from './support/panel.ts';
import { Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const BLOCKED = 'Blocked and blocking';

test.each([
  ['as recorded', /^As recorded/, ''],
  ['redacted', /^Redacted/, ', redacted'],
])(
  'RP-03.426 RP-03.230 RP-03.232 a log that was downloaded %s replays on the command line to the same hash, and keeps every rule',
  async (_, entry, said) => {
    const { page } = await world.current.open({ as: 'demo' });
    const tree = await Tree.open(page, EPIC, { draggable: true });
    await tree.expand(HEALTH);
    await tree.choose(BLOCKED, 'Move down');
    const panel = await DeveloperPanel.open(page);
    await panel.recorded('tree/childMoved/committed');
    await page.getByRole('tab', { name: 'Roadmap view' }).click();
    await panel.recorded('roadmap/epics/received');

    const file = await panel.save(entry, world.current.place.dataDir);
    const { header, end } = parseLog(readFileSync(file, 'utf8'));

    const summary = replayTool(file);
    expect([summary.stderr, summary.status]).toEqual(['', 0]);
    const [session, , hashes, after] = summary.lines;
    expect(session).toMatch(new RegExp(`^Session ${header.session} of .*, format ${header.format}${said}\\.$`));
    expect(hashes).toMatch(/^\d+ hash(es)? compared, all equal\.$/);
    expect(after).toContain(`After action ${end.seq}: state ${end.hash}, `);

    const rules = replayTool(file, '--assert', 'all');
    expect([rules.stderr, rules.status]).toEqual(['', 0]);
    expect(rules.lines.map((line) => line.replace(/ holds in \d+ states\.$/, ''))).toEqual(Object.keys(INVARIANTS));
  },
);
