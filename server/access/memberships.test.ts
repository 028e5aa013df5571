import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What writes memberships, and with `memberships_on` and `own_memberships_on` what reads them. */
const WRITERS = [
  'auth/first-run.ts',
  'db/migrations/001-planning.ts',
  'db/migrations/024-ends-of-memberships.ts',
  'db/migrations/027-group-shares.ts',
  'db/testing-data.ts',
  'import/import-run.ts',
  'import/kitchen-sink.ts',
  'import/write-places.ts',
  'store/sql/members.ts',
];
const NAMED = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+memberships\b|['"`]memberships['"`]/;

test('BD-05.46 nothing but what writes memberships names their table', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|node_modules|(^|\/)testing(-scale)?\//.test(file));
  const naming = files.filter((file) => NAMED.test(readFileSync(path.join('server', file), 'utf8')));
  expect(naming.sort()).toEqual(WRITERS);
  const store = readFileSync('server/store/sql/members.ts', 'utf8');
  expect(store.match(/\w+ memberships\b(?!_)[^\n]*/g)).toEqual([
    expect.stringMatching(/^INTO/),
    expect.stringMatching(/^FROM memberships m WHERE m\.user_id/),
    expect.stringMatching(/^FROM memberships WHERE expires_at <=/),
  ]);
});
