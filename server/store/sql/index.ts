import { sql } from 'kysely';
import type { Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import { Refusal } from '../../command/outcome.ts';
import type { Job } from '../../command/job.ts';
import type { PlanStore } from '../../command/plan-store.ts';
import type { Traces } from '../../command/traces.ts';
import { sqlState, transact, withSavepoint } from '../../db/transact.ts';
import type { Db, Tx } from '../../db/types.ts';
import { sendJobs } from '../../jobs/queue.ts';
import { announcing, announcingLines } from '../../live/events.ts';
import { SqlAccessRequests } from './access-requests.ts';
import { SqlAwards } from './awards.ts';
import { SqlGroupShares } from './group-shares.ts';
import { SqlInvitations } from './invitations.ts';
import { SqlTrials } from './trials.ts';
import { SqlItems } from './items.ts';
import { SqlIterations } from './iterations.ts';
import { SqlLabels } from './labels.ts';
import { SqlLinks } from './links.ts';
import { SqlMembers } from './members.ts';
import { SqlMentions } from './mentions.ts';
import { SqlMilestones } from './milestones.ts';
import { SqlNotes } from './notes.ts';
import { SqlPersonal } from './personal.ts';
import { SqlPictures } from './pictures.ts';
import { findGroup, findProject, SqlPlaces } from './places.ts';
import { SqlTemplates } from './templates.ts';
import { SqlTime } from './time.ts';
import { SqlTree } from './tree.ts';
import { SqlUsers } from './users.ts';
import { SqlVersions } from './versions.ts';

/** The plan in PostgreSQL or the embedded database. Queries check access themselves: what the viewer may not see is not selected. */
class SqlStore implements PlanStore {
  readonly items: SqlItems;
  readonly tree: SqlTree;
  readonly links: SqlLinks;
  readonly labels: SqlLabels;
  readonly personal: SqlPersonal;
  readonly awards: SqlAwards;
  readonly notes: SqlNotes;
  readonly members: SqlMembers;
  readonly accessRequests: SqlAccessRequests;
  readonly groupShares: SqlGroupShares;
  readonly invitations: SqlInvitations;
  readonly trials: SqlTrials;
  readonly mentions: SqlMentions;
  readonly time: SqlTime;
  readonly templates: SqlTemplates;
  readonly users: SqlUsers;
  readonly versions: SqlVersions;
  readonly milestones: SqlMilestones;
  readonly iterations: SqlIterations;
  readonly places: SqlPlaces;
  readonly pictures: SqlPictures;
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
    this.items = new SqlItems(db);
    this.tree = new SqlTree(db);
    this.links = new SqlLinks(db);
    this.labels = new SqlLabels(db);
    this.personal = new SqlPersonal(db);
    this.awards = new SqlAwards(db);
    this.notes = new SqlNotes(db);
    this.members = new SqlMembers(db);
    this.accessRequests = new SqlAccessRequests(db);
    this.groupShares = new SqlGroupShares(db);
    this.invitations = new SqlInvitations(db);
    this.trials = new SqlTrials(db);
    this.mentions = new SqlMentions(db);
    this.time = new SqlTime(db);
    this.templates = new SqlTemplates(db);
    this.users = new SqlUsers(db);
    this.versions = new SqlVersions(db);
    this.milestones = new SqlMilestones(db);
    this.iterations = new SqlIterations(db);
    this.places = new SqlPlaces(db);
    this.pictures = new SqlPictures(db);
  }

  group(viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined> {
    return findGroup(this.#db, viewer, pathOrId);
  }

  project(viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined> {
    return findProject(this.#db, viewer, pathOrId);
  }

  record(traces: Traces, now: string): Promise<void> {
    return writeTraces(this.#db, traces, now);
  }

  later(jobs: readonly Job[]): Promise<void> {
    return sendJobs(this.#db, jobs);
  }

  async transaction<T>(run: (store: PlanStore) => Promise<T>): Promise<T> {
    const inside = (tx: Tx): Promise<T> => run(new SqlStore(tx));
    try {
      return await (this.#db.isTransaction ? withSavepoint(this.#db as Tx, inside) : transact(this.#db, inside));
    } catch (error) {
      const text = unstorable[sqlState(error) ?? ''];
      throw text === undefined ? error : new Refusal(422, [text]);
    }
  }
}

export const sqlStore = (db: Db): PlanStore => new SqlStore(db);

/** SQLSTATEs that only a client's value can cause, given that every value is bound and typed. */
const unstorable: Readonly<Record<string, string>> = {
  '22003': 'A number is out of range',
  '22021': 'Text must not contain null characters',
  '22P05': 'Text must not contain null characters',
  '22008': 'A date is out of range',
};

/** One statement, since whoever else changes the item waits for it: whatever a change was, the text is the same, so that it is prepared once. */
async function writeTraces(tx: Db, traces: Traces, now: string): Promise<void> {
  const { edited, notes, authorId, events, comments } = traces;
  const texts = notes.flatMap(({ itemId, action, texts: both }) =>
    both === undefined
      ? []
      : [
          { itemId, action, text: both.before, isNew: false },
          { itemId, action, text: both.after, isNew: true },
        ],
  );
  await sql`
    WITH raised AS (
      UPDATE work_items SET lock_version = lock_version + 1, updated_at = greatest(updated_at, ${now}::timestamptz)
      WHERE id = ANY(${[...edited]}::bigint[])
    ), noted AS (
      INSERT INTO notes (work_item_id, author_id, body, system, action, created_at, updated_at)
      SELECT n.work_item_id, ${authorId}::bigint, n.body, true, n.action, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${notes.map((n) => n.itemId)}::bigint[], ${notes.map((n) => n.body)}::text[],
        ${notes.map((n) => n.action)}::text[]) WITH ORDINALITY AS n (work_item_id, body, action, place)
      ORDER BY n.place
      RETURNING id, work_item_id, action
    ), versioned AS (
      INSERT INTO description_versions (work_item_id, note_id, description)
      SELECT v.work_item_id, CASE WHEN v.is_new THEN n.id END, v.description
      FROM unnest(${texts.map((t) => t.itemId)}::bigint[], ${texts.map((t) => t.action)}::text[],
        ${texts.map((t) => t.text)}::text[], ${texts.map((t) => t.isNew)}::boolean[])
        WITH ORDINALITY AS v (work_item_id, action, description, is_new, place)
      JOIN noted n ON n.work_item_id = v.work_item_id AND n.action = v.action
      WHERE v.is_new OR NOT EXISTS (SELECT FROM description_versions d WHERE d.work_item_id = v.work_item_id)
      ORDER BY v.place
    ), ${announcing(events, comments, now)}
    UNION ALL ${announcingLines(sql`noted`)}
  `.execute(tx);
}
