import { ROLE_NAMES } from '@espalier/core/access';
import { sql } from 'kysely';
import { hashSecret } from '../auth/secrets.ts';
import type { MailInvitation } from '../command/job.ts';
import { transact } from '../db/transact.ts';
import type { Db, Tx } from '../db/types.ts';
import { type Mail, MailError, type Mailer } from '../jobs/mailer.ts';
import { type Afterwards, sendJobs } from '../jobs/queue.ts';
import { inviteAddress } from './invite-pages.ts';

/** What sending takes. */
export interface Sending {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly now: () => string;
  readonly onError: (error: unknown) => void;
}

/** So often at most, over a day or two. */
const TRIES = 15;
/** Milliseconds before the second; before each of the others twice as many. */
const WAIT = 5000;

/**
 * BD-05.75: a job of an invitation. It is written that the mail is sent before it is, and taken back where it could not be: so it goes out once, whatever happens to a process. Outside the
 * transaction, since the embedded database has one at a time, and a mail server takes its time.
 */
export async function mailInvitation(
  tx: Tx,
  job: MailInvitation,
  { db, mailer, now, onError }: Sending,
): Promise<Afterwards | undefined> {
  const mail = await takeMail(tx, job, now());
  if (mail === null) return undefined;
  return async () => {
    try {
      await mailer.send(mail);
    } catch (error) {
      onError(error);
      await transact(db, async (later) => {
        await sql`UPDATE invitations SET mailed_at = NULL WHERE id = ${job.id}::bigint`.execute(later);
        if (job.attempt >= TRIES || (error instanceof MailError && error.isFinal)) return;
        const notBefore = new Date(Date.parse(now()) + WAIT * 2 ** (job.attempt - 1)).toISOString();
        await sendJobs(later, [{ ...job, attempt: job.attempt + 1, notBefore }]);
      });
    }
  };
}

interface Row {
  readonly email: string;
  readonly token: string;
  readonly level: number;
  readonly lapsesOn: string;
  readonly place: string;
  readonly kind: string;
  readonly name: string;
  readonly username: string;
}

/** Null where it has been sent, is none any more, or is another's turn. */
async function takeMail(tx: Tx, { id, baseUrl }: MailInvitation, now: string): Promise<Mail | null> {
  const { rows } = await sql<Row>`
    WITH taken AS (
      UPDATE invitations SET mailed_at = ${now}::timestamptz
      WHERE id = ${id}::bigint AND mailed_at IS NULL AND least(lapses_on, expires_at) > (${now}::timestamptz AT TIME ZONE 'UTC')::date
      RETURNING *
    )
    SELECT i.email, i.token, i.access_level AS level, least(i.lapses_on, i.expires_at) AS "lapsesOn", u.name, u.username,
      coalesce(g.full_name, p.name) AS place, CASE WHEN p.id IS NULL THEN 'group' ELSE 'project' END AS kind
    FROM taken i JOIN users u ON u.id = i.created_by
    LEFT JOIN groups g ON g.id = i.group_id LEFT JOIN projects p ON p.id = i.project_id
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const { email, token, level, lapsesOn, place, kind, name, username } = row;
  return {
    id: `invitation-${hashSecret(token).slice(0, 32)}`,
    to: email,
    subject: `${name} invites you to ${place}`,
    text:
      `${name} (@${username}) invites you to the ${kind} ${place} as ${ROLE_NAMES[level] ?? ''}.\n\n` +
      `Join or decline:\n${inviteAddress(baseUrl, token)}\n\n` +
      `Whoever has this link can join. It holds until ${lapsesOn}.\n`,
  };
}
