import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

/** Writes a planning file of so many issues below a fiftieth of them as epics, six levels deep, with labels, people, milestones and links. */
export async function writeLargeFile(file, issues, { title = 'of a large file', otherParents = false } = {}) {
  const out = createWriteStream(file);
  const say = async (text) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  const list = async (name, length, row) => {
    await say(`,\n"${name}":[`);
    for (let at = 0; at < length; at += 1) await say(`${at === 0 ? '\n' : ',\n'}${JSON.stringify(row(at))}`);
    await say(']');
  };
  const epics = 2 * Math.ceil(issues / 100);
  // Each level begins with an even number, and so the neighbor is on the same one.
  const parentOf = (epic) => `epic:${otherParents ? epic ^ 1 : epic}`;
  const source = { repository: 'a/b', commit: '0'.repeat(40), committedAt: null, license: 'MIT', used: 'all' };
  const dataset = { name: 'large', snapshotDate: '2026-01-31', sources: [source] };
  await say(`{"schemaVersion":1,"dataset":${JSON.stringify(dataset)}`);
  const members = [{ userId: 'user:u0', roles: ['chair'] }];
  const group = { id: 'group:large', path: 'large', fullPath: 'large', name: 'Large', parentId: null, members };
  await list('groups', 1, () => group);
  const project = { id: 'project:p', groupId: 'group:large', path: 'app', fullPath: 'large/app', name: 'App' };
  await list('projects', 1, () => project);
  await list('users', 50, (n) => ({ id: `user:u${n}`, username: `u${n}`, name: `User ${n}` }));
  await list('labels', 30, (n) => ({
    id: `label:${n}`,
    groupId: 'group:large',
    title: `label ${n}`,
    color: '#00aa00',
  }));
  await list('milestones', 20, (n) => ({
    id: `milestone:${n}`,
    iid: n + 1,
    groupId: 'group:large',
    title: `v${n}`,
    state: 'active',
    startDate: '2026-01-01',
    dueDate: '2026-02-28',
  }));
  const common = (n) => ({
    description: n % 10 === 0 ? `Some *words* about number ${n}. `.repeat(10) : null,
    state: n % 3 === 0 ? 'closed' : 'open',
    startDate: null,
    dueDate: null,
    createdAt: '2025-01-01T00:00:00Z',
    updatedAt: '2025-02-01T00:00:00Z',
    closedAt: null,
    confidential: false,
    labelIds: [`label:${n % 30}`, `label:${(n + 7) % 30}`],
    assigneeIds: [`user:u${n % 50}`],
    approverIds: [],
    externalRefs: n % 4 === 0 ? [{ system: 'tracker', key: String(n), url: `https://example.com/${n}` }] : [],
  });
  await list('epics', epics, (n) => ({
    id: `epic:${n}`,
    iid: n + 1,
    groupId: 'group:large',
    parentId: n < 10 ? null : parentOf(Math.floor(n / 10)),
    parentSource: null,
    kind: 'plan',
    title: `Epic ${n} ${title}`,
    ...common(n),
    reviewerIds: [],
  }));
  await list('issues', issues, (n) => ({
    id: `issue:${n}`,
    iid: n + 1,
    projectId: 'project:p',
    epicId: parentOf(n % epics),
    title: `Issue ${n} ${title}`,
    kind: 'work',
    weight: n % 5,
    milestoneId: n % 2 === 0 ? `milestone:${n % 20}` : null,
    ...common(n),
  }));
  await list('links', Math.floor(issues / 10), (n) => ({
    id: `link:${n}`,
    type: 'blocks',
    sourceId: `issue:${n}`,
    targetId: `issue:${n + 1}`,
    origins: ['plan'],
    mutual: false,
  }));
  await say('}\n');
  out.end();
  await once(out, 'finish');
}
