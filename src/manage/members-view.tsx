import { addDays, formatDay } from '@espalier/core/calendar';
import { ROLE_NAMES } from '@espalier/core/access';
import type { MemberEntry } from '@espalier/core/manage';
import { usePorts } from '../ports/context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Select } from '../ui/field.tsx';
import { Badge } from '../ui/label-pill.tsx';
import { Link } from '../ui/link.tsx';
import { TimeAgo } from '../ui/time.tsx';
import fieldStyles from '../ui/field.module.css';
import { nounView, type FieldsProps, type Question } from './noun-view.ts';
import styles from './managed-page.module.css';

const REMOVAL: Question = {
  title: 'Remove member',
  button: 'Remove member',
  text: (name, { kind }) => (
    <>
      <strong dir="auto">{name}</strong> loses this role
      {kind === 'group' && ', and the roles in all subgroups and projects'}. What they wrote stays.
    </>
  ),
};

const LEAVING: Question = {
  title: 'Leave',
  button: 'Leave',
  text: (_name, { kind, fullPath }) => (
    <>
      Are you sure you want to leave the {kind} <strong dir="auto">{fullPath}</strong>? Only somebody who manages its
      members can let you in again.
    </>
  ),
};

const ROLES = Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }));

export const membersView = nounView<MemberEntry>({
  title: 'Members',
  filters: () => ({ own: 'Direct members', all: 'Inherited ones too' }),
  blank: { users: '', level: '10', expires: '' },
  none: {
    icon: 'users',
    title: 'There are no such members',
    text: 'Members have a role here and in everything below.',
  },
  nameOf: ({ name }) => name,
  draftOf: ({ level, expiresAt }) => ({ level: String(level), expires: expiresAt ?? '' }),
  facts: ({ name, username, avatarUrl, level, expiresAt, createdAt, createdBy }) => (
    <div className={styles.person}>
      <Avatar name={name} src={avatarUrl} />
      <div className={styles.about}>
        <Link className={styles.name} to={`/${username}`} dir="auto">
          {name}
        </Link>
        <span className={styles.facts}>
          @{username}
          {createdAt !== null && (
            <>
              {' · '}
              <TimeAgo at={createdAt} what="Added" {...(createdBy !== null && { also: `by ${createdBy}` })} />
            </>
          )}
          {expiresAt !== null && ` · Until ${formatDay(expiresAt)}`}
        </span>
      </div>
      <Badge>{ROLE_NAMES[level] ?? String(level)}</Badge>
    </div>
  ),
  actions: ({ id }, _page, may, viewerId) =>
    viewerId?.endsWith(`/${id}`) === true
      ? [{ what: 'delete', label: 'Leave…', danger: true, ask: LEAVING }]
      : may
        ? [{ what: 'delete', label: 'Remove…', danger: true, ask: REMOVAL }]
        : [],
  fields: (props) => <MemberFields {...props} />,
});

function MemberFields({ draft: { level = '', expires = '' }, sending, onType }: FieldsProps) {
  const { clock } = usePorts();
  const today = clock.today();
  return (
    <div className={styles.pair}>
      <div className={fieldStyles.field}>
        <span className={fieldStyles.label}>Role</span>
        <Select label="Role" value={level} options={ROLES} onChange={(chosen) => onType({ level: chosen })} />
      </div>
      <DatePicker
        label="Access expiration date"
        hint="From that day on the role has ended."
        today={today}
        min={addDays(today, 1)}
        readOnly={sending}
        value={expires === '' ? null : expires}
        onChange={(day) => onType({ expires: day ?? '' })}
      />
    </div>
  );
}
