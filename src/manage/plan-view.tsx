import { addDays, formatDay } from '@espalier/core/calendar';
import {
  endOfTrial,
  managedPath,
  TRIAL_DAYS,
  TRIAL_PLAN,
  trialDay,
  type ManagedPage,
  type PlanEntry,
} from '@espalier/core/manage';
import { usePorts } from '../ports/context.ts';
import { DatePicker } from '../ui/date-picker.tsx';
import { Select, TextField } from '../ui/field.tsx';
import fieldStyles from '../ui/field.module.css';
import { Link } from '../ui/link.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { nounView, type FieldsProps } from './noun-view.ts';
import styles from './managed-page.module.css';

const YES = [
  { value: 'yes', label: 'Yes' },
  { value: '', label: 'No' },
];

/** BD-06.23: what the trial and the limit are, and that nothing is sold. */
function PlanFacts({ entry, page }: { readonly entry: PlanEntry; readonly page: ManagedPage }) {
  const { clock } = usePorts();
  const { trial, limit, members, requests } = entry;
  const now = trial && trialDay(trial, clock.today());
  return (
    <>
      <p>Nothing is sold here. An administrator of this site sets the plan and the member limit of a group.</p>
      <ul className={styles.facts}>
        <li>{`${members} ${members === 1 ? 'member' : 'members'}, ${limit === null ? 'no limit' : `at most ${limit}`}`}</li>
        <li dir="auto">{trial === null ? 'No trial' : `${trial.planName} Trial`}</li>
        {trial !== null && (
          <li>
            {now === null
              ? `From ${formatDay(trial.startsOn)} to ${formatDay(addDays(endOfTrial(trial), -1))}`
              : `Day ${now.day}/${now.duration}, ends on ${formatDay(now.endsOn)}`}
          </li>
        )}
        {now !== null && limit !== null && <li>The limit is not in force while the trial runs</li>}
      </ul>
      {now !== null && trial?.contactSales === true && (
        <Link to={managedPath({ kind: 'group', fullPath: page.fullPath, noun: 'sales' })}>Contact sales</Link>
      )}
      {requests.length > 0 && (
        <section aria-labelledby="requests">
          <h2 id="requests" className={styles.title}>
            Asked to be called
          </h2>
          <ul className={styles.list}>
            {requests.map(({ username, name, company, comment, createdAt }) => (
              <li key={username} className={styles.row}>
                <div className={styles.about}>
                  <span className={styles.name} dir="auto">
                    {name}, {company}
                  </span>
                  <span className={styles.facts}>
                    <Link to={`/${username}`}>@{username}</Link>
                    <TimeAgo at={createdAt} what="Asked" />
                  </span>
                  {comment !== '' && <p dir="auto">{comment}</p>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function PlanFields({ draft, faults, sending, onType, onUnread }: FieldsProps) {
  const { clock } = usePorts();
  const today = clock.today();
  const { trial = '', plan = '', startsOn = '', endsOn = '', contact = '', seats = '' } = draft;
  const set = (isOn: string) =>
    onType({
      trial: isOn,
      ...(isOn !== '' && startsOn === '' && { startsOn: today, endsOn: addDays(today, TRIAL_DAYS) }),
    });
  return (
    <>
      <TextField
        label="Member limit"
        hint="Empty: no limit."
        inputMode="numeric"
        autoComplete="off"
        readOnly={sending}
        value={seats}
        error={faults['seats'] ?? null}
        onChange={(typed) => onType({ seats: typed })}
      />
      <div className={fieldStyles.field}>
        <span className={fieldStyles.label}>Trial</span>
        <Select label="Trial" value={trial} options={YES} onChange={set} />
      </div>
      {trial !== '' && (
        <>
          <TextField
            label="Plan name"
            autoComplete="off"
            dir="auto"
            readOnly={sending}
            value={plan}
            error={faults['plan'] ?? null}
            onChange={(typed) => onType({ plan: typed })}
          />
          <div className={styles.pair}>
            <DatePicker
              label="First day"
              today={today}
              readOnly={sending}
              onUnread={(unread) => onUnread('startsOn', unread)}
              value={startsOn === '' ? null : startsOn}
              onChange={(day) => onType({ startsOn: day ?? '' })}
            />
            <DatePicker
              label="Ends on"
              today={today}
              readOnly={sending}
              error={faults['endsOn'] ?? null}
              onUnread={(unread) => onUnread('endsOn', unread)}
              value={endsOn === '' ? null : endsOn}
              onChange={(day) => onType({ endsOn: day ?? '' })}
            />
          </div>
          <div className={fieldStyles.field}>
            <span className={fieldStyles.label}>Owners can contact sales</span>
            <Select
              label="Owners can contact sales"
              value={contact}
              options={YES}
              onChange={(chosen) => onType({ contact: chosen })}
            />
          </div>
        </>
      )}
    </>
  );
}

export const planView = nounView<PlanEntry>({
  title: 'Plan',
  only: 'edit',
  readable: true,
  filters: () => ({}),
  blank: {},
  nameOf: () => 'Plan',
  draftOf: ({ trial, limit }) => ({
    trial: trial === null ? '' : 'yes',
    plan: trial?.planName ?? TRIAL_PLAN,
    startsOn: trial?.startsOn ?? '',
    endsOn: trial === null ? '' : endOfTrial(trial),
    contact: trial?.contactSales === true ? 'yes' : '',
    seats: limit === null ? '' : String(limit),
  }),
  facts: (entry, page) => <PlanFacts entry={entry} page={page} />,
  actions: ({ mayStart }) => (mayStart ? [{ what: 'start', label: 'Start a trial' }] : []),
  fields: (props) => <PlanFields {...props} />,
});

const CONTACT = [
  ['first', 'First name'],
  ['last', 'Last name'],
  ['company', 'Company name'],
] as const;

export const salesView = nounView({
  title: 'Contact sales',
  create: 'Contact sales',
  send: 'Submit information',
  only: 'new',
  filters: () => ({}),
  blank: { first: '', last: '', company: '', comment: '' },
  nameOf: () => '',
  draftOf: () => ({}),
  facts: () => null,
  actions: () => [],
  fields: ({ draft, faults, sending, onType }) => (
    <>
      <p>The administrators of this site are told that you want to be called.</p>
      {CONTACT.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          dir="auto"
          readOnly={sending}
          value={draft[field] ?? ''}
          error={faults[field] ?? null}
          onChange={(typed) => onType({ [field]: typed })}
        />
      ))}
      <TextField
        label="Message for the sales team (optional)"
        autoComplete="off"
        dir="auto"
        readOnly={sending}
        value={draft['comment'] ?? ''}
        onChange={(typed) => onType({ comment: typed })}
      />
    </>
  ),
});
