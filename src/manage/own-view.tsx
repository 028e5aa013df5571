import { PROFILE_PARTS, type ProfileEntry, type ProfilePart, type SessionEntry } from '@espalier/core/manage';
import { paths } from '@espalier/core/frame';
import { TextField } from '../ui/field.tsx';
import { Badge } from '../ui/label-pill.tsx';
import { Link } from '../ui/link.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { nounView, type Question, type RowAction } from './noun-view.ts';
import styles from './managed-page.module.css';

const LABELS: Readonly<Record<ProfilePart, string>> = {
  bio: 'About you',
  job_title: 'Job title',
  organization: 'Organization',
  location: 'Location',
  pronouns: 'Pronouns',
  website_url: 'Website',
  public_email: 'Public email address',
};

const FIELDS = [['name', 'Name'], ...PROFILE_PARTS.map((part) => [part, LABELS[part]] as const)] as const;

/** AP-09.96 */
const link = (provider: string): RowAction => ({ what: 'link', label: `Link ${provider}` });
const unlink = (provider: string): RowAction => ({
  what: 'unlink',
  label: `Unlink ${provider}…`,
  ask: {
    title: `Unlink ${provider}`,
    button: 'Unlink',
    text: () => `You then sign in here with your password, and no longer with ${provider}.`,
  },
});

export const profileView = nounView<ProfileEntry>({
  title: 'Profile',
  only: 'edit',
  filters: () => ({}),
  blank: {},
  nameOf: ({ name }) => name,
  draftOf: ({ name, parts }) => ({ name, ...parts }),
  picture: ({ avatarUrl }) => avatarUrl,
  facts: ({ username, signInWith, isLinked }) => (
    <p className={styles.facts}>
      <span>
        Visible to everyone who can see <Link to={`/${username}`}>@{username}</Link>.
      </span>
      <Link to={paths.preferences}>Preferences</Link>
      <Link to={paths.sessions}>Where you are signed in</Link>
      {signInWith !== null && isLinked && <span>You can sign in with {signInWith}.</span>}
    </p>
  ),
  actions: ({ signInWith, isLinked }) =>
    signInWith === null ? [] : [isLinked ? unlink(signInWith) : link(signInWith)],
  fields: ({ draft, faults, sending, onType }) =>
    FIELDS.map(([field, label]) => (
      <TextField
        key={field}
        label={label}
        autoComplete="off"
        dir="auto"
        readOnly={sending}
        value={draft[field] ?? ''}
        error={faults[field] ?? null}
        onChange={(typed) => onType({ [field]: typed })}
      />
    )),
});

const ENDING: Question = {
  title: 'Sign out there',
  button: 'Sign out there',
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> is signed out at once. What is typed there and not saved stays there.
    </>
  ),
};

const END: RowAction = { what: 'delete', label: 'Sign out there…', danger: true, ask: ENDING };
const END_OTHERS: RowAction = { what: 'all', label: 'Sign out everywhere else' };

export const sessionsView = nounView<SessionEntry>({
  title: 'Active sessions',
  filters: () => ({}),
  blank: {},
  nameOf: ({ agent }) => agent,
  draftOf: () => ({}),
  isFixed: () => true,
  facts: ({ agent, address, createdAt, isCurrent }) => (
    <div className={styles.about}>
      <span className={styles.name}>{agent}</span>
      <span className={styles.facts}>
        {address !== null && <span>{address}</span>}
        {createdAt !== null && <TimeAgo at={createdAt} what="Signed in" />}
        {isCurrent && <Badge tone="success">This browser</Badge>}
      </span>
    </div>
  ),
  actions: ({ isCurrent }) => (isCurrent ? [END_OTHERS] : [END]),
  fields: () => null,
});
