import { fieldFault } from '@espalier/core/access';
import { isEmojiName } from '@espalier/core/filter/rules';
import type { Viewer } from '../access/viewer.ts';
import type { Preferences } from '../auth/preferences.ts';
import { changePlan } from '../command/change.ts';
import { type GivenPicture, pictureFaults, putPicture } from '../command/picture.ts';
import { type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { Status } from '../command/user-store.ts';
import type { UserProfile } from '../db/place-tables.ts';
import { profileFaults } from './profile.ts';

/** What people write of themselves. Whoever is signed in may, and writes nobody else's. */

/** AP-09.45: one's own name and what one tells of oneself; what is absent stays. */
export function editProfile(
  store: PlanStore,
  viewer: Viewer,
  {
    name,
    profile = {},
    avatar,
  }: {
    readonly name?: string | undefined;
    readonly profile?: UserProfile;
    readonly avatar?: GivenPicture | undefined;
  },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const fault = name === undefined ? null : fieldFault('user.name', name);
    const faults = [...(fault === null ? [] : [`Name ${fault}`]), ...profileFaults(profile), ...pictureFaults(avatar)];
    if (faults.length > 0) refuse(400, ...faults);
    await change.store.users.update(change.userId, { profile, ...(name !== undefined && { name: name.trim() }) });
    await putPicture(change.store.pictures, { kind: 'user', id: change.userId }, avatar);
    return null;
  });
}

/** AP-09.46: what one prefers; what is absent stays. */
export function editPreferences(
  store: PlanStore,
  viewer: Viewer,
  preferences: Partial<Preferences>,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { timeZone = null, language = null, firstDayOfWeek = null } = preferences;
    const faults = [
      ...(timeZone === null || isTimeZone(timeZone) ? [] : ['time_zone is not a time zone']),
      ...(language === null || isLanguage(language) ? [] : ['preferred_language is not a language']),
      ...(firstDayOfWeek === null || (firstDayOfWeek >= 0 && firstDayOfWeek <= 6)
        ? []
        : ['first_day_of_week is not a day']),
    ];
    if (faults.length > 0) refuse(400, ...faults);
    await change.store.users.update(change.userId, { preferences });
    return null;
  });
}

const MESSAGE_MAX = 100;
/** GitLab's, of a message without an emoji. */
const SPEECH = 'speech_balloon';

/** AP-09.47: what one is doing; without emoji, message and being busy it is taken away. */
export function setStatus(store: PlanStore, viewer: Viewer, status: Status, now: string): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { emoji, message, busy } = status;
    const faults = [
      ...(emoji === null || isEmojiName(emoji) ? [] : ['emoji is not a valid emoji name']),
      ...([...(message ?? '')].length > MESSAGE_MAX
        ? [`message is too long (maximum is ${MESSAGE_MAX} characters)`]
        : []),
    ];
    if (faults.length > 0) refuse(400, ...faults);
    const isNone = emoji === null && message === null && !busy;
    const said = { ...status, emoji: emoji ?? (message === null ? null : SPEECH) };
    await change.store.users.update(change.userId, { status: isNone ? { ...said, until: null } : said });
    return null;
  });
}

function isTimeZone(timeZone: string): boolean {
  try {
    // What is only an offset knows no summer.
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '' && /^[A-Za-z]/.test(timeZone);
  } catch {
    return false;
  }
}

function isLanguage(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language.replace('_', '-')).length === 1;
  } catch {
    return false;
  }
}
