import { useState } from 'react';
import { ROLE_NAMES } from '@espalier/core/access';
import { addDays, formatDay } from '@espalier/core/calendar';
import { selectOwnLevel, type MemberEntry } from '@espalier/core/manage';
import { useAppSelector } from '../store.ts';
import { usePorts } from '../ports/context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Select } from '../ui/field.tsx';
import fieldStyles from '../ui/field.module.css';
import { Badge } from '../ui/label-pill.tsx';
import { Link } from '../ui/link.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { ChosenField } from './chosen-field.tsx';
import { nounView, type FieldsProps, type Question, type RowAction } from './noun-view.ts';
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

const WITHDRAWAL: Question = {
  title: 'Withdraw invitation',
  button: 'Withdraw invitation',
  text: (name) => (
    <>
      The link that was sent to <strong dir="auto">{name}</strong> no longer lets anybody in.
    </>
  ),
};

const UNSHARING: Question = {
  title: 'Remove group',
  button: 'Remove group',
  text: (name) => (
    <>
      The members of <strong dir="auto">{name}</strong> lose the roles that they have here by it.
    </>
  ),
};

/** By what kind of entry it is. */
const ACTIONS: Readonly<Record<MemberEntry['kind'], readonly RowAction[]>> = {
  member: [{ what: 'delete', label: 'Remove…', danger: true, ask: REMOVAL }],
  invitation: [{ what: 'withdraw', label: 'Withdraw…', danger: true, ask: WITHDRAWAL }],
  share: [{ what: 'unshare', label: 'Remove…', danger: true, ask: UNSHARING }],
  request: [
    ...([20, 30, 10] as const).map((level) => ({
      what: 'approve',
      label: `Approve as ${ROLE_NAMES[level] ?? ''}`,
      draft: { level: String(level) },
    })),
    { what: 'deny', label: 'Deny', danger: true },
  ],
};
const LEAVE: RowAction = { what: 'leave', label: 'Leave…', danger: true, ask: LEAVING };

const ROLES = Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }));

const ADDED: Readonly<Record<MemberEntry['kind'], string>> = {
  member: 'Added',
  invitation: 'Invited',
  share: 'Added',
  request: 'Requested',
};

export const membersView = nounView<MemberEntry>({
  title: 'Members',
  create: 'Invite members',
  send: 'Invite',
  modal: true,
  outside: { what: 'ask', label: 'Request access', done: 'Access requested.' },
  inherited: 'all',
  filters: () => ({
    own: 'Direct',
    all: 'Including inherited',
    shares: 'Groups',
    invitations: 'Invited',
    requests: 'Requests',
  }),
  managed: ['shares', 'invitations', 'requests'],
  unsearched: ['shares', 'requests'],
  blank: { to: 'people', who: '', group: '', level: '10', expires: '' },
  none: {
    icon: 'users',
    title: 'Nobody here',
    text: 'Members have a role here and in everything below.',
  },
  nameOf: ({ name }) => name,
  draftOf: ({ level, expiresAt }) => ({ level: String(level), expires: expiresAt ?? '' }),
  facts: (entry) => <MemberFacts entry={entry} />,
  levelOf: ({ level }) => level,
  isFixed: ({ kind }) => kind === 'request' || kind === 'share',
  actions: ({ id, kind }, _page, may, viewerId) =>
    kind === 'member' && viewerId?.endsWith(`/${id}`) === true ? [LEAVE] : may ? ACTIONS[kind] : [],
  fields: (props) => (props.draft['to'] === undefined ? <Role {...props} /> : <Invite {...props} />),
});

function MemberFacts({ entry }: { readonly entry: MemberEntry }) {
  const { name, path, kind, avatarUrl, level, expiresAt, createdAt, createdBy, link, isVoid } = entry;
  return (
    <div className={styles.person}>
      <Avatar name={name} src={avatarUrl} />
      <div className={styles.about}>
        {path === null ? (
          <span className={styles.name} dir="auto">
            {name}
          </span>
        ) : (
          <Link className={styles.name} to={`/${path}`} dir="auto">
            {name}
          </Link>
        )}
        <span className={styles.facts}>
          {path !== null && <span>{path}</span>}
          {createdAt !== null && <TimeAgo at={createdAt} what={ADDED[kind]} />}
          {createdBy !== null && <span>by {createdBy}</span>}
          {isVoid && <span>Whoever sent it may not invite like this any more. Edit it to renew it.</span>}
          {expiresAt !== null && <span>Until {formatDay(expiresAt)}</span>}
        </span>
      </div>
      {link !== null && <CopyButton text={link} label={`Copy invitation link for ${name}`} />}
      {isVoid && <Badge tone="warning">No longer valid</Badge>}
      {level !== null && <Badge>{ROLE_NAMES[level] ?? String(level)}</Badge>}
    </div>
  );
}

function Role({ draft: { level = '', expires = '' }, sending, onType, onUnread }: FieldsProps) {
  const own = useAppSelector(selectOwnLevel);
  const { clock } = usePorts();
  const today = clock.today();
  return (
    <div className={styles.pair}>
      <div className={fieldStyles.field}>
        <span className={fieldStyles.label}>Role</span>
        <Select
          label="Role"
          value={level}
          options={ROLES.filter(({ value }) => Number(value) <= own || value === level)}
          onChange={(chosen) => onType({ level: chosen })}
        />
      </div>
      <DatePicker
        label="Access expiration date (optional)"
        hint="Access ends at the start of this day."
        today={today}
        min={addDays(today, 1)}
        readOnly={sending}
        onUnread={(unread) => onUnread('expires', unread)}
        value={expires === '' ? null : expires}
        onChange={(day) => onType({ expires: day ?? '' })}
      />
    </div>
  );
}

const INVITED = [
  { key: 'people', title: 'Members' },
  { key: 'groups', title: 'Group' },
] as const;

/** BD-05.10: people, by their names or by an address, or the members of a group. */
function Invite(props: FieldsProps) {
  const { draft, faults, sending, onType } = props;
  const what = draft['to'] === 'groups' ? 'groups' : 'people';
  const { who: fault = null, ...errors } = faults;
  return (
    <>
      <Errors errors={errors} />
      <Segmented label="Who is invited" options={INVITED} value={what} onChange={(to) => onType({ to })} />
      {what === 'people' ? (
        <ChosenField
          key="people"
          label="Username, name or email address"
          hint="People without an account appear under “Invited”."
          what="people"
          addresses
          autoFocus
          readOnly={sending}
          error={fault}
          value={draft['who'] ?? ''}
          onChange={(who) => onType({ who })}
        />
      ) : (
        <ChosenField
          key="groups"
          label="Select a group to invite"
          what="groups"
          single
          autoFocus
          readOnly={sending}
          error={fault}
          value={draft['group'] ?? ''}
          onChange={(group) => onType({ group })}
        />
      )}
      <Role {...props} />
    </>
  );
}

/** How many errors stand there before somebody asks for the others. */
const SHOWN = 2;

function Errors({ errors }: { readonly errors: Readonly<Record<string, string | null>> }) {
  const [all, setAll] = useState(false);
  const told = Object.entries(errors);
  if (told.length === 0) return null;
  return (
    <div className={styles.errors} role="alert">
      <ul>
        {(all ? told : told.slice(0, SHOWN)).map(([who, why]) => (
          <li key={who} dir="auto">
            <strong>{who}:</strong> {why}
          </li>
        ))}
      </ul>
      {told.length > SHOWN && (
        <Button look="quiet" size="small" onClick={() => setAll(!all)}>
          {all ? 'Show less' : `Show more (${told.length - SHOWN})`}
        </Button>
      )}
    </div>
  );
}
