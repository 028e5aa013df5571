import type { Trial } from '@espalier/core/manage/rules';
import { sql } from 'kysely';
import type { KeptContact, SalesContact, TrialStore } from '../../command/trial-store.ts';
import type { Db } from '../../db/types.ts';

/** Each method is one statement. */
export class SqlTrials implements TrialStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async of(groupId: number): Promise<Trial | null> {
    const { rows } = await sql<Trial>`
      SELECT plan_name AS "planName", starts_on AS "startsOn", duration, contact_sales AS "contactSales"
      FROM trials WHERE group_id = ${groupId}::bigint
    `.execute(this.#db);
    return rows[0] ?? null;
  }

  async begin(groupId: number, trial: Trial): Promise<boolean> {
    const { rows } = await sql`
      ${inserted(groupId, trial)} ON CONFLICT (group_id) DO NOTHING RETURNING group_id
    `.execute(this.#db);
    return rows.length > 0;
  }

  async put(groupId: number, trial: Trial | null): Promise<void> {
    await (
      trial === null
        ? sql`DELETE FROM trials WHERE group_id = ${groupId}::bigint`
        : sql`
          ${inserted(groupId, trial)} ON CONFLICT (group_id) DO UPDATE SET plan_name = excluded.plan_name,
            starts_on = excluded.starts_on, duration = excluded.duration, contact_sales = excluded.contact_sales
        `
    ).execute(this.#db);
  }

  async contact(groupId: number, userId: number, contact: SalesContact, now: string): Promise<void> {
    const { firstName, lastName, companyName, comment } = contact;
    await sql`
      INSERT INTO sales_contacts (group_id, user_id, first_name, last_name, company_name, comment, created_at)
      VALUES (${groupId}::bigint, ${userId}::bigint, ${firstName}, ${lastName}, ${companyName}, ${comment}, ${now}::timestamptz)
      ON CONFLICT (group_id, user_id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
        company_name = excluded.company_name, comment = excluded.comment, created_at = excluded.created_at
    `.execute(this.#db);
  }

  async contacts(groupId: number): Promise<readonly KeptContact[]> {
    const { rows } = await sql<KeptContact>`
      SELECT c.user_id AS "userId", u.username, c.first_name AS "firstName", c.last_name AS "lastName",
        c.company_name AS "companyName", c.comment, c.created_at AS "createdAt"
      FROM sales_contacts c JOIN users u ON u.id = c.user_id WHERE c.group_id = ${groupId}::bigint
      ORDER BY c.created_at DESC, c.user_id
    `.execute(this.#db);
    return rows;
  }
}

const inserted = (groupId: number, { planName, startsOn, duration, contactSales }: Trial) => sql`
  INSERT INTO trials (group_id, plan_name, starts_on, duration, contact_sales)
  VALUES (${groupId}::bigint, ${planName}, ${startsOn}::date, ${duration}::int, ${contactSales})`;
