import { sql } from 'kysely';
import { hashSecret } from '../../auth/secrets.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { preparing } from '../../db/testing-prepared.ts';
import type { Db } from '../../db/types.ts';
import {
  link,
  makeEpic,
  makeGroup,
  makeIssue,
  makeLabel,
  makeMember,
  makeProject,
  makeUser,
  relate,
} from '../../db/testing-data.ts';
import { openTestServer, type TestServer } from '../../graphql/testing.ts';
import { settle } from '../../tree/testing.ts';
import { KEEPER, type Kind, levelIn, OWN_PLACES, type Place, PLACES, UNTOLD, WHO, type Who, word } from './people.ts';

export interface Item {
  readonly id: number;
  readonly iid: number;
}

/** One place with the ids and paths of what is in it. */
export interface Ground {
  readonly place: Place;
  readonly group: string;
  readonly groupId: number;
  readonly project: string;
  readonly projectId: number;
  readonly epics: Readonly<Record<'plain' | 'secret' | 'child' | 'twin' | 'below' | 'loose' | 'kin', Item>>;
  readonly issues: Readonly<Record<'plain' | 'secret' | 'mine' | 'below' | 'loose' | 'hidden' | 'kin', Item>>;
  /** Link ids of issues: `plain` and `secret` under the plain epic, `below` under the secret one. */
  readonly links: Readonly<Record<'plain' | 'secret' | 'below', number>>;
  /** Ids of the links of the item to the `kin` of its sort. */
  readonly kinship: Readonly<Record<'epic' | 'issue', Readonly<Record<Kind, number>>>>;
  /** Somebody with a role in the group. */
  readonly member: number;
  /** Somebody with a role in the group and one in the project, who asks nothing. */
  readonly helper: number;
  /** Somebody without a role, who has asked for one in the group and in the project. */
  readonly newcomer: number;
  /** A public group that is invited to the group and to the project, and one that is not. Nobody has a role in them. */
  readonly invited: number;
  readonly otherGroup: number;
  /** Somebody who is banned. */
  readonly banned: number;
  readonly label: number;
  /** Of the group, too. */
  readonly otherLabel: number;
  readonly milestone: number;
  /** The project's milestone. */
  readonly sprint: number;
  readonly iteration: number;
  readonly cadence: number;
}

export interface MatrixWorld {
  readonly server: TestServer;
  readonly grounds: Readonly<Record<Place, Ground>>;
  readonly users: Readonly<Record<Exclude<Who, 'anonymous'>, number>>;
  readonly tokens: Readonly<Record<Who, string | undefined>>;
  /** Pending to-dos: each person's own, on the plain epic of `open`. */
  readonly todos: Readonly<Record<Exclude<Who, 'anonymous'>, number>>;
  /** Reactions, by item and person: each person's own, on every item that the matrix asks about. */
  readonly awards: ReadonlyMap<string, number>;
  /** To that person's comment on an item. */
  readonly noteAwards: ReadonlyMap<string, number>;
  /** Numbers of sessions: one of each person. */
  readonly sessions: ReadonlyMap<Who | 'helper', number>;
  /** Comments, by item and person: each person's own, on the same items. */
  readonly notes: ReadonlyMap<string, number>;
  /** The version of the description that a line of activity tells of, by item: of the same items. */
  readonly versions: ReadonlyMap<number, number>;
  /** An epic of a private group in which everybody who is signed in is an Owner. */
  readonly own: Item;
  /** A project of that group. */
  readonly ownProject: number;
  /** Puts everything back as it was seeded. */
  undo(): Promise<void>;
  close(): Promise<void>;
}

/** The dates of a milestone of each place, so that what is inherited tells where it comes from. */
const DATES = { start_date: '2026-03-01', due_date: '2026-06-30' };

/**
 * Seeds a database, and opens a server on it all of whose requests happen in one transaction: what a request changed is undone by going back to a
 * savepoint, thousands of times as fast as seeding anew.
 */
export async function openMatrix(): Promise<MatrixWorld> {
  const database = await openTestDatabase();
  await database.reset();
  const { db } = database;
  const users = { admin: 1 } as Record<Exclude<Who, 'anonymous'>, number>;
  for (const who of WHO) if (who !== 'anonymous' && who !== 'admin') users[who] = await makeUser(db, who);
  const keeper = await makeUser(db, 'keeper', KEEPER);
  const beside = {
    helper: await makeUser(db, 'helper'),
    newcomer: await makeUser(db, 'newcomer'),
    invited: await makeGroup(db, { path: 'invited' }),
    otherGroup: await makeGroup(db, { path: 'other' }),
    banned: await makeUser(db, 'banned'),
  };
  await db.updateTable('users').set({ state: 'banned' }).where('id', '=', beside.banned).execute();
  const ownGroup = await makeGroup(db, { path: 'own', visibility: 'private' });
  for (const userId of Object.values(users)) await makeMember(db, { userId, groupId: ownGroup, accessLevel: 50 });
  const own = await makeEpic(db, { groupId: ownGroup });
  const ownProject = await makeProject(db, { groupId: ownGroup, path: 'app', visibility: 'private' });
  await sql`UPDATE users SET email = 'a@zqmail' || username || 'qz', password_hash = ${UNTOLD}`.execute(db);

  const grounds = {} as Record<Place, Ground>;
  for (const place of Object.keys(PLACES) as Place[]) grounds[place] = await ground(db, place, users, keeper, beside);
  for (const place of OWN_PLACES) await entangle(db, grounds[place], grounds.vault);
  await settle(db);

  const tokens = { anonymous: undefined } as Record<Who, string | undefined>;
  const todos = {} as Record<Exclude<Who, 'anonymous'>, number>;
  for (const [who, id] of Object.entries(users) as [Exclude<Who, 'anonymous'>, number][]) {
    const secret = `test-${who}`;
    await db
      .insertInto('access_tokens')
      .values({ user_id: id, name: UNTOLD, token_hash: hashSecret(secret) })
      .execute();
    tokens[who] = secret;
    const values = { user_id: id, work_item_id: grounds.open.epics.plain.id };
    todos[who] = (await db.insertInto('todos').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }
  const awards = new Map<string, number>();
  const noteAwards = new Map<string, number>();
  const notes = new Map<string, number>();
  const versions = new Map<number, number>();
  for (const { epics, issues } of Object.values(grounds)) {
    for (const { id: work_item_id } of [epics.plain, epics.secret, issues.plain, issues.secret, issues.mine]) {
      for (const [who, user_id] of Object.entries(users)) {
        const values = { work_item_id, user_id, name: 'rocket' };
        const { id } = await db.insertInto('award_emoji').values(values).returning('id').executeTakeFirstOrThrow();
        awards.set(`${work_item_id} ${who}`, id);
        const comment = { work_item_id, author_id: user_id, body: 'So it is' };
        const note = await db.insertInto('notes').values(comment).returning('id').executeTakeFirstOrThrow();
        notes.set(`${work_item_id} ${who}`, note.id);
        const toNote = { ...values, work_item_id: null, note_id: note.id };
        const award = await db.insertInto('award_emoji').values(toNote).returning('id').executeTakeFirstOrThrow();
        noteAwards.set(`${work_item_id} ${who}`, award.id);
      }
      const line = { work_item_id, author_id: users.owner, body: 'changed the description' };
      const told = { ...line, system: true, action: 'description' };
      const { id: note_id } = await db.insertInto('notes').values(told).returning('id').executeTakeFirstOrThrow();
      const texts = db.insertInto('description_versions').values({ work_item_id, note_id, description: 'As it was' });
      versions.set(work_item_id, (await texts.returning('id').executeTakeFirstOrThrow()).id);
    }
  }
  await db
    .insertInto('sessions')
    .values({ token_hash: hashSecret(UNTOLD), user_id: 1, csrf_token: UNTOLD, expires_at: '2099-01-01T00:00:00Z' })
    .execute();

  const sessions = new Map<Who | 'helper', number>();
  for (const [who, user_id] of Object.entries({ ...users, helper: beside.helper }) as [Who | 'helper', number][]) {
    const values = { token_hash: `${who} ${UNTOLD}`, user_id, csrf_token: UNTOLD, expires_at: '2099-01-01T00:00:00Z' };
    const { id } = await db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow();
    sessions.set(who, id);
  }

  const prepared = await preparing(db);
  const tx = await prepared.db.startTransaction().execute();
  const seeded = await tx.savepoint('seeded').execute();
  const server = await openTestServer({ ...database, db: tx });
  const close = async () => {
    await server.close();
    await tx.rollback().execute();
    await prepared.release();
    await database.close();
  };
  const undo = async () => void (await seeded.rollbackToSavepoint('seeded').execute());
  const made = { todos, awards, noteAwards, notes, versions, sessions, own, ownProject };
  return { server, grounds, users, tokens, ...made, undo, close };
}

async function ground(
  db: Db,
  place: Place,
  users: Readonly<Record<Exclude<Who, 'anonymous'>, number>>,
  keeper: number,
  beside: Pick<Ground, 'helper' | 'newcomer' | 'banned' | 'invited' | 'otherGroup'>,
): Promise<Ground> {
  const w = (kind: Parameters<typeof word>[1]) => word(place, kind);
  const text = (kind: Parameters<typeof word>[1]) => ({ title: w(kind), description: `about ${w(kind)}` });
  const visibility = PLACES[place];
  const groupId = await makeGroup(db, { path: w('path'), name: w('group'), visibility });
  const den = await makeGroup(db, { path: w('den'), name: w('den'), parentId: groupId, visibility: 'private' });
  const marked = await makeGroup(db, { path: 'marked', parentId: groupId, visibility });
  await sql`UPDATE groups SET marked_on = '2026-11-20' WHERE id = ${marked}`.execute(db);
  const projectId = await makeProject(db, { groupId, path: 'app', name: w('project'), visibility });
  for (const [who, userId] of Object.entries(users) as [Exclude<Who, 'anonymous'>, number][]) {
    const accessLevel = levelIn(who, place);
    if (accessLevel > 0 && who !== 'admin') {
      await makeMember(db, { userId, groupId, accessLevel: accessLevel as 10 | 20 | 30 | 40 | 50 });
    }
  }
  if (place === 'vault') await makeMember(db, { userId: keeper, groupId, accessLevel: 50 });
  await makeMember(db, { userId: beside.helper, groupId, accessLevel: 10 });
  await makeMember(db, { userId: beside.helper, projectId, accessLevel: 20 });
  await db
    .insertInto('group_shares')
    .values([
      { group_id: groupId, with_group_id: beside.invited, access_level: 30 },
      { project_id: projectId, with_group_id: beside.invited, access_level: 30 },
    ])
    .execute();
  const waiting = { email: 'waiting@example.org', access_level: 30, lapses_on: '2099-01-01', created_by: 1 } as const;
  await db
    .insertInto('invitations')
    .values([
      { ...waiting, group_id: groupId, token: `group ${groupId}` },
      { ...waiting, project_id: projectId, token: `project ${projectId}` },
    ])
    .execute();
  await db
    .insertInto('access_requests')
    .values([
      { user_id: beside.newcomer, group_id: groupId },
      { user_id: beside.newcomer, project_id: projectId },
    ])
    .execute();
  await sql`INSERT INTO avatars (group_id, file, type, digest, bytes) VALUES (${groupId}, 'a.gif', 'image/gif', 'd', 'GIF89a')`.execute(
    db,
  );
  await sql`UPDATE groups SET description = name WHERE id = ${groupId} OR id = ${den}`.execute(db);
  await sql`UPDATE projects SET description = name WHERE id = ${projectId}`.execute(db);

  const label = await makeLabel(db, groupId, w('label'));
  const otherLabel = await makeLabel(db, groupId, 'Other');
  await makeLabel(db, den, w('denlabel'));
  const template = { name: w('template'), content: `about ${w('template')}` };
  await db
    .insertInto('description_templates')
    .values([
      { group_id: groupId, ...template },
      { project_id: projectId, ...template },
    ])
    .execute();
  await db
    .insertInto('labels')
    .values({ project_id: projectId, title: w('own'), color: '#123456' })
    .execute();
  const timebox = async (owner: object, title: string) =>
    (
      await db
        .insertInto('milestones')
        .values({ iid: 1, title, description: title, ...DATES, ...owner })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const milestone = await timebox({ group_id: groupId }, w('milestone'));
  const sprint = await timebox({ project_id: projectId }, w('sprint'));
  await timebox({ group_id: den }, w('denmilestone'));
  const iterated = { iid: 1, group_id: groupId, title: w('iteration'), ...DATES };
  const { id: iteration, cadence_id: cadence } = await db
    .insertInto('iterations')
    .values(iterated)
    .returning(['id', 'cadence_id'])
    .executeTakeFirstOrThrow();

  const author_id = place === 'vault' ? keeper : 1;
  const epic = (kind: Parameters<typeof word>[1], confidential = false) =>
    makeEpic(db, { groupId, author_id, confidential, ...text(kind) });
  const epics = {
    plain: await epic('epicplain'),
    secret: await epic('epicsecret', true),
    child: await epic('epicchild'),
    twin: await makeEpic(db, { groupId, author_id, title: 'Twin' }),
    below: await epic('epicbelow', true),
    loose: await epic('epicloose'),
    kin: await epic('epickin'),
  };
  await makeEpic(db, { groupId: den, author_id, ...text('denepic') });
  const inPlace = place === 'vault' ? { guest: keeper, stranger: keeper } : users;
  let issueIid = 0;
  const issue = (kind: Parameters<typeof word>[1], confidential: boolean, author = author_id) => {
    issueIid += 1;
    return makeIssue(db, {
      projectId,
      author_id: author,
      confidential,
      milestone_id: sprint,
      iteration_id: iteration,
      title: w(kind),
      // A line of a checklist that refers to the issue itself.
      description: `about ${w(kind)}\n- [ ] #${issueIid}`,
      // One can be removed where it is confidential, and added where it is not.
      zoom_link: confidential ? `https://zoom.us/my/${w(kind)}` : null,
    });
  };
  const issues = {
    plain: await issue('issueplain', false, inPlace.guest),
    secret: await issue('issuesecret', true),
    mine: await issue('issuemine', true, inPlace.stranger),
    below: await issue('issuebelow', true),
    loose: await issue('issueloose', false),
    hidden: await issue('issuehidden', true),
    kin: await issue('issuekin', false),
  };
  const assigned = { work_item_id: issues.secret.id, role: 'assignee', user_id: inPlace.guest } as const;
  await db.insertInto('work_item_people').values(assigned).execute();
  await link(db, epics.plain.id, epics.child.id);
  await link(db, epics.plain.id, epics.twin.id);
  await link(db, epics.secret.id, epics.below.id);
  const links = {
    plain: await link(db, epics.plain.id, issues.plain.id),
    below: await link(db, epics.secret.id, issues.below.id),
    secret: await link(db, epics.plain.id, issues.secret.id),
  };
  await relate(db, epics.secret.id, 'blocks', epics.plain.id);
  await relate(db, epics.plain.id, 'blocks', epics.secret.id);
  await relate(db, issues.secret.id, 'blocks', issues.plain.id);
  await relate(db, issues.plain.id, 'relates_to', issues.mine.id);
  const kinship = {
    epic: await kin(db, epics.kin, { plain: epics.plain, secret: epics.secret }),
    issue: await kin(db, issues.kin, { plain: issues.plain, secret: issues.secret, mine: issues.mine }),
  };
  await merge(db, projectId, w('merge'), [epics.plain, issues.plain]);
  for (const item of [epics.plain, epics.secret, issues.plain, issues.secret]) {
    await db.insertInto('work_item_labels').values({ work_item_id: item.id, label_id: label }).execute();
  }
  const note = { work_item_id: epics.plain.id, author_id };
  await db
    .insertInto('notes')
    .values([
      { ...note, body: w('note') },
      { ...note, body: w('internal'), internal: true },
      {
        ...note,
        body: `added epic ${w('path')}&${epics.below.iid} as child epic`,
        system: true,
        action: 'relate_epic',
      },
    ])
    .execute();
  const group = w('path');
  return {
    place,
    group,
    groupId,
    project: `${group}/app`,
    projectId,
    epics,
    issues,
    links,
    kinship,
    member: inPlace.guest,
    ...beside,
    label,
    otherLabel,
    milestone,
    sprint,
    iteration,
    cadence,
  };
}

/** A merge request of the project, linked to items. */
async function merge(db: Db, projectId: number, title: string, items: readonly Item[]): Promise<void> {
  const values = { iid: 1, project_id: projectId, title, web_url: `https://elsewhere.example/${title}` };
  const { id } = await db.insertInto('merge_requests').values(values).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('merge_request_items')
    .values(items.map((item) => ({ merge_request_id: id, work_item_id: item.id })))
    .execute();
}

/** Relates items to one; answers the ids of the links. */
async function kin(db: Db, to: Item, items: Readonly<Partial<Record<Kind, Item>>>): Promise<Record<Kind, number>> {
  const ids = { plain: 0, secret: 0, mine: 0 };
  for (const [kind, { id }] of Object.entries(items)) {
    const values = { source_id: id, type: 'relates_to', target_id: to.id } as const;
    const row = await db.insertInto('work_item_links').values(values).returning('id').executeTakeFirstOrThrow();
    ids[kind as Kind] = row.id;
  }
  return ids;
}

/** Ties a place to the vault in every way that there is: above, below, as source of a date, blocking and blocked, in notes. */
async function entangle(db: Db, { epics, issues }: Ground, vault: Ground): Promise<void> {
  await link(db, vault.epics.plain.id, epics.plain.id);
  const below = await makeIssue(db, {
    projectId: vault.projectId,
    title: word('vault', 'issueloose'),
    milestone_id: vault.milestone,
    author_id: 1,
  });
  const child = await makeEpic(db, { groupId: vault.groupId, title: word('vault', 'epicloose') });
  await link(db, epics.plain.id, below.id);
  await link(db, epics.plain.id, child.id);
  await relate(db, vault.epics.plain.id, 'blocks', epics.plain.id);
  await relate(db, vault.issues.plain.id, 'blocks', issues.plain.id);
  await relate(db, issues.plain.id, 'blocks', vault.issues.plain.id);
  await relate(db, epics.plain.id, 'relates_to', vault.epics.secret.id);
  await sql`INSERT INTO merge_request_items SELECT id, ${epics.plain.id}::bigint FROM merge_requests WHERE project_id = ${vault.projectId}
    UNION ALL SELECT id, ${issues.plain.id}::bigint FROM merge_requests WHERE project_id = ${vault.projectId}`.execute(
    db,
  );
  const named = { author_id: 1, system: true, action: 'relate_epic' } as const;
  const body = `added epic ${vault.group}&${vault.epics.plain.iid} as parent epic`;
  await db
    .insertInto('notes')
    .values({ ...named, work_item_id: epics.plain.id, body })
    .execute();
}
