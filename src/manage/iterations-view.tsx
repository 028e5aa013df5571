import { useId, useMemo } from 'react';
import { formatDay, formatDayRange } from '@espalier/core/calendar';
import { managedPath, type CadenceEntry, type IterationEntry } from '@espalier/core/manage';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { usePorts } from '../ports/context.ts';
import { DatePicker } from '../ui/date-picker.tsx';
import { Checkbox, Select, TextField } from '../ui/field.tsx';
import fieldStyles from '../ui/field.module.css';
import { Badge } from '../ui/label-pill.tsx';
import { Link } from '../ui/link.tsx';
import { nounView, type FieldsProps, type Question } from './noun-view.ts';
import styles from './managed-page.module.css';

const yes = (is: boolean): string => (is ? 'yes' : '');
const iterationsPath = (fullPath: string, iid: string): string =>
  managedPath({ kind: 'group', noun: 'iterations', fullPath, iid });
const weeksOf = (weeks: number): string => (weeks === 1 ? '1 week' : `${weeks} weeks`);

const CADENCE_DELETION: Question = {
  title: 'Delete iteration cadence?',
  button: 'Delete cadence',
  text: (name) => (
    <>
      This will delete the cadence <strong dir="auto">{name}</strong> as well as all of the iterations within it. Their
      items stay, without an iteration. This cannot be undone.
    </>
  ),
};

const FILTERS = { opened: 'Open', closed: 'Done', all: 'All' };
const UNSEARCHED = Object.keys(FILTERS);

/** AP-14.93 */
export const cadencesView = nounView<CadenceEntry>({
  title: 'Iteration cadences',
  create: 'New iteration cadence',
  send: 'Create cadence',
  filters: () => FILTERS,
  unsearched: UNSEARCHED,
  blank: {
    ...{ title: '', description: '', active: 'yes', automatic: 'yes' },
    ...{ start: '', weeks: '', inAdvance: '', rollOver: '' },
  },
  none: {
    icon: 'calendar',
    title: 'No iteration cadences',
    text: 'A cadence is a sequence of iterations in which a group works. It can schedule them by itself.',
  },
  nameOf: ({ title }) => title,
  draftOf: ({ title, description, isActive, isAutomatic, startDate, weeks, inAdvance, rollsOver }) => ({
    ...{ title, description: description ?? '', active: yes(isActive), automatic: yes(isAutomatic) },
    ...{ start: startDate ?? '', weeks: String(weeks ?? ''), inAdvance: String(inAdvance ?? '') },
    rollOver: yes(rollsOver),
  }),
  facts: ({ number, title, isActive, isAutomatic, startDate, weeks }, { fullPath }) => (
    <>
      <Link className={styles.name} dir="auto" to={iterationsPath(fullPath, number)}>
        {title}
      </Link>
      {!isActive && <Badge tone="info">Done</Badge>}
      <span className={styles.facts}>
        {isAutomatic
          ? `Automatic${weeks === null ? '' : ` · ${weeksOf(weeks)}`}${startDate === null ? '' : ` · from ${formatDay(startDate)}`}`
          : 'Manual'}
      </span>
    </>
  ),
  actions: ({ isAutomatic, number }, { fullPath }, may) => [
    ...(may && !isAutomatic
      ? [{ what: 'add', label: 'Add iteration', to: `${iterationsPath(fullPath, number)}/new` }]
      : []),
    ...(may ? [{ what: 'delete', label: 'Delete cadence…', danger: true, ask: CADENCE_DELETION }] : []),
  ],
  fields: (props) => <CadenceFields {...props} />,
});

const choices = (most: number, label: string, said: (amount: number) => string) => [
  { value: '', label },
  ...Array.from({ length: most }, (_, index) => ({ value: String(index + 1), label: said(index + 1) })),
];
const WEEKS = choices(4, 'Select duration', weeksOf);
const AHEAD = choices(10, 'Select number', String);

function CadenceFields(props: FieldsProps) {
  const { clock } = usePorts();
  const { draft, faults, sending, onType, onUnread } = props;
  const { title = '', start = '', weeks = '', inAdvance = '' } = draft;
  const isAutomatic = draft['automatic'] === 'yes';
  return (
    <>
      <TextField
        label="Title"
        autoComplete="off"
        autoFocus
        dir="auto"
        readOnly={sending}
        value={title}
        error={faults['title'] ?? null}
        onChange={(typed) => onType({ title: typed })}
      />
      <Description {...props} />
      <Checkbox checked={isAutomatic} onChange={(is) => onType({ automatic: yes(is) })}>
        Enable automatic scheduling
      </Checkbox>
      {isAutomatic && (
        <>
          <DatePicker
            label="Automation start date"
            today={clock.today()}
            readOnly={sending}
            onUnread={(unread) => onUnread('start', unread)}
            value={start === '' ? null : start}
            error={faults['start'] ?? null}
            onChange={(day) => onType({ start: day ?? '' })}
          />
          <Amount
            label="Duration"
            value={weeks}
            options={WEEKS}
            fault={faults['weeks'] ?? null}
            onChange={(chosen) => onType({ weeks: chosen })}
          />
          <Amount
            label="Upcoming iterations"
            value={inAdvance}
            options={AHEAD}
            fault={faults['inAdvance'] ?? null}
            onChange={(chosen) => onType({ inAdvance: chosen })}
          />
          <Checkbox
            checked={draft['rollOver'] === 'yes'}
            hint="Incomplete items move to the next iteration."
            onChange={(is) => onType({ rollOver: yes(is) })}
          >
            Enable roll over
          </Checkbox>
        </>
      )}
      <Checkbox checked={draft['active'] === 'yes'} onChange={(is) => onType({ active: yes(is) })}>
        Active
      </Checkbox>
    </>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly fault: string | null;
  readonly onChange: (value: string) => void;
}

function Amount({ label, value, options, fault, onChange }: AmountProps) {
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label}>{label}</span>
      <Select label={label} value={value} options={options} onChange={onChange} />
      {fault !== null && (
        <p className={fieldStyles.error} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function Description({ page: { fullPath }, draft: { description = '' }, sending, onType }: FieldsProps) {
  const id = useId();
  const place = useMemo(() => ({ itemId: null, groupPath: fullPath, projectPath: null }), [fullPath]);
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        Description
      </label>
      <MarkdownField
        id={id}
        rows={4}
        value={description}
        disabled={sending}
        place={place}
        onChange={(typed) => onType({ description: typed })}
      />
    </div>
  );
}

const ITERATION_DELETION: Question = {
  title: 'Delete iteration?',
  button: 'Delete',
  text: (name) => (
    <>
      This will remove the iteration <strong dir="auto">{name}</strong> from any items that are assigned to it. This
      cannot be undone.
    </>
  ),
};

export const ITERATION_STATES = {
  upcoming: ['Upcoming', 'info'],
  current: ['Current', 'success'],
  closed: ['Closed', 'neutral'],
} as const;

const daysOf = ({ startDate, dueDate }: IterationEntry): string => formatDayRange(startDate, dueDate);

/** AP-14.94 */
export const iterationsView = nounView<IterationEntry>({
  title: 'Iterations',
  create: 'New iteration',
  isClosed: ([first]) => first?.isAutomatic === true,
  filters: () => FILTERS,
  unsearched: UNSEARCHED,
  blank: { title: '', description: '', start: '', due: '', isAutomatic: '' },
  none: {
    icon: 'calendar',
    title: 'No iterations',
    text: 'An iteration is a time in which the items are done that have it.',
  },
  nameOf: (entry) => entry.title ?? daysOf(entry),
  draftOf: ({ title, description, startDate, dueDate, isAutomatic }) => ({
    ...{ title: title ?? '', description: description ?? '', start: startDate ?? '', due: dueDate ?? '' },
    isAutomatic: yes(isAutomatic),
  }),
  facts: (entry, { fullPath }) => {
    const [said, tone] = ITERATION_STATES[entry.state];
    return (
      <>
        <Link
          className={styles.name}
          dir="auto"
          to={managedPath({ kind: 'group', noun: 'iteration', fullPath, iid: entry.number })}
        >
          {entry.title ?? daysOf(entry)}
        </Link>
        <Badge tone={tone}>{said}</Badge>
        <span className={styles.facts} dir="auto">
          {entry.title === null ? entry.cadence : `${daysOf(entry)} · ${entry.cadence}`}
        </span>
      </>
    );
  },
  actions: ({ isAutomatic }, _page, may) =>
    may && !isAutomatic ? [{ what: 'delete', label: 'Delete…', danger: true, ask: ITERATION_DELETION }] : [],
  fields: (props) => <IterationFields {...props} />,
});

function IterationFields(props: FieldsProps) {
  const { clock } = usePorts();
  const { draft, faults, sending, onType, onUnread } = props;
  const { title = '' } = draft;
  // Those of a cadence with automatic scheduling keep their title and days.
  if (draft['isAutomatic'] === 'yes') return <Description {...props} />;
  return (
    <>
      <TextField
        label="Title (optional)"
        autoComplete="off"
        autoFocus
        dir="auto"
        readOnly={sending}
        value={title}
        error={faults['title'] ?? null}
        onChange={(typed) => onType({ title: typed })}
      />
      <div className={styles.pair}>
        {(
          [
            ['start', 'Start date'],
            ['due', 'Due date'],
          ] as const
        ).map(([field, label]) => (
          <DatePicker
            key={field}
            label={label}
            today={clock.today()}
            readOnly={sending}
            onUnread={(unread) => onUnread(field, unread)}
            value={draft[field] === '' ? null : (draft[field] ?? null)}
            error={faults[field] ?? null}
            onChange={(day) => onType({ [field]: day ?? '' })}
          />
        ))}
      </div>
      <Description {...props} />
    </>
  );
}
