import type { UserProfile } from '../db/place-tables.ts';

/** What a person tells of themselves (AP-09.22): GitLab's names, with how long each may be. */
export const PROFILE_PARTS: Readonly<Record<string, number>> = {
  bio: 255,
  location: 255,
  public_email: 255,
  skype: 255,
  linkedin: 255,
  twitter: 255,
  discord: 255,
  website_url: 255,
  organization: 255,
  job_title: 255,
  pronouns: 50,
};

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** What is wrong with an address for mail, in words that follow its name; null for a good one. */
export const emailFault = (text: string): string | null =>
  text === ''
    ? "can't be blank"
    : ADDRESS.test(text) && text.length <= 255 && !text.includes('\0')
      ? null
      : 'is invalid';

/** What is wrong with the parts that are given, each beginning with its name. An empty text takes a part away. */
export function profileFaults(profile: UserProfile): string[] {
  return Object.entries(profile).flatMap(([name, text]) => {
    const most = PROFILE_PARTS[name] ?? 0;
    if (text === '') return [];
    if ([...text].length > most) return [`${name} is too long (maximum is ${most} characters)`];
    if (text.includes('\0') || (name === 'public_email' && emailFault(text) !== null)) return [`${name} is invalid`];
    // It becomes a link.
    return name === 'website_url' && !/^https?:\/\//i.test(text) ? [`${name} is not a valid URL`] : [];
  });
}
