import type { UserEntry } from '@espalier/core/manage';
import { formatDay } from '@espalier/core/calendar';
import { Avatar } from '../ui/avatar.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { Badge } from '../ui/label-pill.tsx';
import { Link } from '../ui/link.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { nounView, type FieldsProps, type Question, type RowAction } from './noun-view.ts';
import styles from './managed-page.module.css';

const question = (title: string, text: string): Question => ({
  title,
  button: title,
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> {text}
    </>
  ),
});

const ACTIONS: Readonly<Record<string, RowAction>> = {
  link: {
    what: 'link',
    label: 'Sign-in link…',
    ask: {
      title: 'Make a sign-in link',
      button: 'Make link',
      text: (name) => (
        <>
          Whoever has the link signs in as <strong dir="auto">{name}</strong>, once and within a day, and sets a new
          password. The old password does not work any more from then on.
        </>
      ),
    },
  },
  block: {
    what: 'block',
    label: 'Block…',
    ask: question('Block user', 'is signed out everywhere and cannot sign in. What they wrote stays.'),
  },
  unblock: { what: 'unblock', label: 'Unblock' },
  ban: {
    what: 'ban',
    label: 'Ban…',
    danger: true,
    ask: question('Ban user', 'is signed out everywhere, cannot sign in, and the issues that they made are hidden.'),
  },
  unban: { what: 'unban', label: 'Unban' },
  deactivate: { what: 'deactivate', label: 'Deactivate' },
  activate: { what: 'activate', label: 'Activate' },
  delete: {
    what: 'delete',
    label: 'Delete…',
    danger: true,
    ask: question(
      'Delete user',
      'is deleted. What they wrote stays, attributed to the ghost user. This cannot be undone.',
    ),
  },
  hardDelete: {
    what: 'hardDelete',
    label: 'Delete user and contributions…',
    danger: true,
    ask: {
      title: 'Delete user and contributions',
      button: 'Delete user and contributions',
      text: (name) => (
        <>
          <strong dir="auto">{name}</strong> is deleted, with all items, comments and reactions that they made and the
          groups that nobody else owns. What others wrote on those items goes as well. To lose nothing, block the user
          instead. This cannot be undone.
        </>
      ),
      confirms: ({ username }: UserEntry) => username,
    },
  },
};

/** BD-05.13: accounts, for administrators. */
export const usersView = nounView<UserEntry>({
  title: 'Users',
  create: 'New user',
  filters: () => ({ active: 'Active', shutOut: 'Blocked and deactivated', admins: 'Administrators', all: 'All' }),
  blank: { name: '', username: '', email: '', admin: 'false' },
  none: { icon: 'users', title: 'No users', text: 'Everyone who plans here needs an account.' },
  nameOf: ({ name }) => name,
  draftOf: ({ name, username, email, isAdmin }) => ({ name, username, email, admin: String(isAdmin) }),
  picture: ({ avatarUrl }) => avatarUrl,
  facts: ({ id, name, username, email, avatarUrl, isAdmin, sign, lastActive }) => (
    <div className={styles.person}>
      <Avatar name={name} src={avatarUrl} />
      <div className={styles.about}>
        <Link className={styles.name} to={`/${username}`} dir="auto">
          {name}
        </Link>
        <span className={styles.facts}>
          <span>@{username}</span>
          <span>{email}</span>
          {lastActive !== null && <span>Last active {formatDay(lastActive)}</span>}
        </span>
      </div>
      {isAdmin && <Badge tone="info">Administrator</Badge>}
      {sign !== null && <Badge tone="warning">{sign}</Badge>}
      <SignInLink id={id} name={name} />
    </div>
  ),
  actions: ({ id, offers }, _page, may, viewerId) =>
    may && viewerId?.endsWith(`/${id}`) !== true ? offers.flatMap((what) => ACTIONS[what] ?? []) : [],
  fields: ({ draft, faults, sending, onType }: FieldsProps) => (
    <>
      {(
        [
          ['name', 'Name'],
          ['username', 'Username'],
          ['email', 'Email'],
        ] as const
      ).map(([field, label], at) => (
        <TextField
          key={field}
          label={label}
          autoComplete="off"
          autoFocus={at === 0}
          dir="auto"
          readOnly={sending}
          value={draft[field] ?? ''}
          error={faults[field] ?? null}
          onChange={(typed) => onType({ [field]: typed })}
        />
      ))}
      <Checkbox checked={draft['admin'] === 'true'} onChange={(checked) => onType({ admin: String(checked) })}>
        Administrator
      </Checkbox>
    </>
  ),
});
