import { type Migration, type MigrationProvider, type MigrationResultSet, Migrator, NO_MIGRATIONS } from 'kysely';
import * as planning from './migrations/001-planning.ts';
import * as signIn from './migrations/002-sign-in.ts';
import * as eventsByAge from './migrations/003-events-by-age.ts';
import * as todos from './migrations/004-todos.ts';
import * as mergeRequests from './migrations/005-merge-requests.ts';
import * as attemptsAndScopes from './migrations/006-attempts-and-scopes.ts';
import * as listsAcrossGroups from './migrations/007-lists-across-groups.ts';
import * as releases from './migrations/008-releases.ts';
import * as positions from './migrations/009-positions.ts';
import * as jobs from './migrations/010-jobs.ts';
import * as ownConfidentialItems from './migrations/011-own-confidential-items.ts';
import * as countsByStatement from './migrations/012-counts-by-statement.ts';
import * as awardEmoji from './migrations/013-award-emoji.ts';
import * as timeTracking from './migrations/014-time-tracking.ts';
import * as lockedDiscussions from './migrations/015-locked-discussions.ts';
import * as discussions from './migrations/016-discussions.ts';
import * as descriptionVersions from './migrations/017-description-versions.ts';
import * as templates from './migrations/018-templates.ts';
import * as noteAwards from './migrations/019-note-awards.ts';
import * as taskCounts from './migrations/020-task-counts.ts';
import * as mentions from './migrations/021-mentions.ts';
import * as zoomLinks from './migrations/022-zoom-links.ts';
import * as labelSubscriptions from './migrations/023-label-subscriptions.ts';
import * as endsOfMemberships from './migrations/024-ends-of-memberships.ts';
import * as milestoneDays from './migrations/025-milestone-days.ts';
import * as places from './migrations/026-places.ts';
import * as accessRequests from './migrations/027-access-requests.ts';
import * as groupShares from './migrations/027-group-shares.ts';
import * as invitations from './migrations/027-invitations.ts';
import * as memberLimits from './migrations/027-member-limits.ts';
import * as users from './migrations/028-users.ts';
import * as movedItems from './migrations/029-moved-items.ts';
import * as iterationCadences from './migrations/030-iteration-cadences.ts';
import * as trials from './migrations/031-trials.ts';
import * as avatars from './migrations/032-avatars.ts';
import * as identities from './migrations/033-identities.ts';
import * as pathLeavings from './migrations/034-path-leavings.ts';
import * as descriptionWords from './migrations/035-description-words.ts';
import * as iterationDays from './migrations/036-iteration-days.ts';
import * as cadenceRetries from './migrations/037-cadence-retries.ts';
import * as moreOrders from './migrations/038-more-orders.ts';
import * as blockingItems from './migrations/039-blocking-items.ts';
import { messageOf } from './open-database.ts';
import type { Db } from './types.ts';

/** Imported, not read from a directory, so that the built server carries them. Names are permanent: the database remembers them. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-planning': planning,
  '002-sign-in': signIn,
  '003-events-by-age': eventsByAge,
  '004-todos': todos,
  '005-merge-requests': mergeRequests,
  '006-attempts-and-scopes': attemptsAndScopes,
  '007-lists-across-groups': listsAcrossGroups,
  '008-releases': releases,
  '009-positions': positions,
  '010-jobs': jobs,
  '011-own-confidential-items': ownConfidentialItems,
  '012-counts-by-statement': countsByStatement,
  '013-award-emoji': awardEmoji,
  '014-time-tracking': timeTracking,
  '015-locked-discussions': lockedDiscussions,
  '016-discussions': discussions,
  '017-description-versions': descriptionVersions,
  '018-templates': templates,
  '019-note-awards': noteAwards,
  '020-task-counts': taskCounts,
  '021-mentions': mentions,
  '022-zoom-links': zoomLinks,
  '023-label-subscriptions': labelSubscriptions,
  '024-ends-of-memberships': endsOfMemberships,
  '025-milestone-days': milestoneDays,
  '026-places': places,
  '027-access-requests': accessRequests,
  '027-group-shares': groupShares,
  '027-invitations': invitations,
  '027-member-limits': memberLimits,
  '028-users': users,
  '029-moved-items': movedItems,
  '030-iteration-cadences': iterationCadences,
  '031-trials': trials,
  '032-avatars': avatars,
  '033-identities': identities,
  '034-path-leavings': pathLeavings,
  '035-description-words': descriptionWords,
  '036-iteration-days': iterationDays,
  '037-cadence-retries': cadenceRetries,
  '038-more-orders': moreOrders,
  '039-blocking-items': blockingItems,
};

const provider: MigrationProvider = { getMigrations: async () => ({ ...migrations }) };

/** Brings the database to the latest migration, under Kysely's lock: several servers may start at once. Answers the names it ran. */
export async function migrateToLatest(db: Db): Promise<string[]> {
  return finished(await new Migrator({ db, provider }).migrateToLatest());
}

/** Takes back every migration, or only the newest (`steps: 1`). Answers the names it took back. */
export async function migrateDown(db: Db, { steps }: { steps?: 1 } = {}): Promise<string[]> {
  const migrator = new Migrator({ db, provider });
  return finished(await (steps === 1 ? migrator.migrateDown() : migrator.migrateTo(NO_MIGRATIONS)));
}

function finished({ error, results }: MigrationResultSet): string[] {
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const reason = messageOf(error);
    throw new Error(failed === undefined ? `Migration failed: ${reason}` : `Migration ${failed} failed: ${reason}`, {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}
