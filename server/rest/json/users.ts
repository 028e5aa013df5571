import { type PersonFacts, personJson } from './places.ts';

/** GitLab's docs/api/users.md, "List users", "Single user", "User": AP-09.22. */

export interface UserFacts extends PersonFacts {
  readonly created_at: string;
  readonly profile: Readonly<Record<string, string>>;
  readonly time_zone: string | null;
  /** What only the person and administrators are told. */
  readonly email: string | null;
  readonly admin: boolean;
  readonly kind: 'human' | 'ghost';
  readonly note: string | null;
  readonly current_sign_in_at: string | null;
  readonly last_sign_in_at: string | null;
  readonly sign_in_count: number;
  readonly identities: readonly { readonly provider: string; readonly extern_uid: string }[];
  /** A day. */
  readonly active_on: string | null;
  readonly created_by: PersonFacts | null;
}

/** Who is told. */
export type Told = 'others' | 'themselves' | 'administrators';

/** A person in a list that is not for administrators. */
export const userRowJson = (base: string, facts: PersonFacts) => ({ ...personJson(base, facts), locked: false });

/** @param now the instant, by which the person's clock is told */
export const userJson = (base: string, now: string, told: Told, facts: UserFacts) => ({
  ...userRowJson(base, facts),
  ...publicJson(now, facts),
  ...(told !== 'others' && ownJson(facts)),
  ...(told === 'administrators' && administratorJson(base, facts)),
});

function publicJson(now: string, { created_at, profile, time_zone, kind }: UserFacts) {
  const { job_title: job = '', organization = '' } = profile;
  return {
    created_at,
    bio: profile['bio'] ?? '',
    location: profile['location'] ?? null,
    public_email: profile['public_email'] ?? null,
    skype: profile['skype'] ?? '',
    linkedin: profile['linkedin'] ?? '',
    twitter: profile['twitter'] ?? '',
    discord: profile['discord'] ?? '',
    website_url: profile['website_url'] ?? '',
    organization,
    job_title: job,
    pronouns: profile['pronouns'] ?? null,
    bot: kind !== 'human',
    work_information: (job && organization ? `${job} at ${organization}` : job || organization) || null,
    followers: 0,
    following: 0,
    is_followed: false,
    local_time: time_zone === null ? null : clockOf(now, time_zone),
  };
}

const ownJson = (facts: UserFacts) => ({
  last_sign_in_at: facts.last_sign_in_at,
  confirmed_at: facts.created_at,
  last_activity_on: facts.active_on,
  email: facts.email,
  commit_email: facts.email,
  theme_id: null,
  color_scheme_id: null,
  projects_limit: 100_000,
  current_sign_in_at: facts.current_sign_in_at,
  identities: facts.identities,
  can_create_group: true,
  can_create_project: true,
  two_factor_enabled: false,
  external: false,
  private_profile: false,
  shared_runners_minutes_limit: null,
  extra_shared_runners_minutes_limit: null,
  scim_identities: [],
  is_admin: facts.admin,
});

const administratorJson = (base: string, facts: UserFacts) => ({
  note: facts.note,
  namespace_id: null,
  created_by: facts.created_by === null ? null : personJson(base, facts.created_by),
  current_sign_in_ip: null,
  last_sign_in_ip: null,
  sign_in_count: facts.sign_in_count,
  is_auditor: false,
  using_license_seat: facts.state === 'active' && facts.kind === 'human',
  provisioned_by_group_id: null,
});

/** As GitLab tells it: `3:38 PM`. */
const clockOf = (now: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
    .format(new Date(now))
    .replace(/\s/gu, ' ');
