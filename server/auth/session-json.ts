import { type Features, featuresBut } from '@espalier/core/access';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { VERSION } from '../version.ts';
import { isFirstRun } from './first-run.ts';
import { readPreferences } from './preferences.ts';

const ALL_ON = featuresBut([]);

interface Told {
  readonly baseUrl: string;
  readonly features?: Features | undefined;
  /** The provider by which people sign in beside passwords (AP-09.80); empty: there is none. */
  readonly signInWith?: string | undefined;
}

/**
 * What every page of the client starts from: `{ user, csrfToken, version, features, firstRun, settings }`. Nothing in it is secret but the
 * CSRF token, which only the session's own browser gets.
 */
export async function sessionJson(
  db: Db,
  viewer: Viewer,
  csrfToken: string | null,
  { baseUrl, features = ALL_ON, signInWith = '' }: Told,
) {
  const preferences = viewer.userId === null ? null : await readPreferences(db, viewer.userId);
  return {
    user: viewer.userId === null ? null : { ...userJson(viewer, baseUrl), preferences },
    csrfToken,
    version: VERSION,
    features,
    firstRun: await isFirstRun(db),
    settings: {
      allowSubEpics: true,
      allowIssuableHealthStatus: true,
      allowScopedLabels: true,
      roadmapEpicsLimit: 1000,
      firstDayOfWeek: preferences?.firstDayOfWeek ?? 0,
      ...(preferences !== null && {
        timeZone: preferences.timeZone ?? undefined,
        theme: preferences.theme,
        keyboardShortcuts: preferences.keyboardShortcuts,
      }),
      ...(signInWith !== '' && { signInWith }),
    },
  };
}

function userJson({ userId, username, name, avatarUrl, admin }: Viewer, baseUrl: string) {
  return { id: `gid://gitlab/User/${userId}`, username, name, avatarUrl, webUrl: `${baseUrl}/${username}`, admin };
}
