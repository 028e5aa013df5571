import { useId, useMemo } from 'react';
import { formatDayRange } from '@espalier/core/calendar';
import { managedPath, type MilestoneEntry } from '@espalier/core/manage';
import { usePorts } from '../ports/context.ts';
import { DatePicker } from '../ui/date-picker.tsx';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { TextField } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Badge } from '../ui/label-pill.tsx';
import { nounView, type FieldsProps, type Question } from './noun-view.ts';
import fieldStyles from '../ui/field.module.css';
import styles from './managed-page.module.css';

const PROMOTION: Question = {
  title: 'Promote milestone to group?',
  button: 'Promote milestone',
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> becomes a milestone of the group. Milestones of this name in other projects
      directly in the group become one with it. This cannot be undone.
    </>
  ),
};

const DELETION: Question = {
  title: 'Delete milestone',
  button: 'Delete milestone',
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> will be removed from all items, and epics no longer inherit its dates. This
      cannot be undone.
    </>
  ),
};

const TONES = { Closed: 'info', Expired: 'warning' } as const;

export const milestonesView = nounView<MilestoneEntry>({
  title: 'Milestones',
  create: 'New milestone',
  filters: () => ({ active: 'Open', closed: 'Closed', all: 'All' }),
  blank: { title: '', description: '', start: '', due: '' },
  none: {
    icon: 'milestone',
    title: 'No milestones',
    text: 'A milestone groups work that is due by a date. Epics can inherit its dates.',
  },
  nameOf: ({ title }) => title,
  draftOf: ({ title, description, startDate, dueDate }) => ({
    title,
    description: description ?? '',
    start: startDate ?? '',
    due: dueDate ?? '',
  }),
  facts: ({ iid, title, sign, startDate, dueDate }, { kind, fullPath }) => (
    <>
      {kind !== 'site' && (
        <Link className={styles.name} to={managedPath({ kind, fullPath, noun: 'milestone', iid })} dir="auto">
          {title}
        </Link>
      )}
      {sign !== null && <Badge tone={TONES[sign]}>{sign}</Badge>}
      {(startDate !== null || dueDate !== null) && (
        <span className={styles.facts}>{formatDayRange(startDate, dueDate)}</span>
      )}
    </>
  ),
  actions: ({ isClosed }, { kind }, may) =>
    may
      ? [
          isClosed ? { what: 'reopen', label: 'Reopen milestone' } : { what: 'close', label: 'Close milestone' },
          ...(kind === 'project' ? [{ what: 'promote', label: 'Promote to group…', ask: PROMOTION }] : []),
          { what: 'delete', label: 'Delete…', danger: true, ask: DELETION },
        ]
      : [],
  fields: (props) => <MilestoneFields {...props} />,
});

function MilestoneFields({ page, draft, faults, sending, onType, onUnread }: FieldsProps) {
  const { clock } = usePorts();
  const id = useId();
  const { kind, fullPath } = page;
  const place = useMemo(
    () => ({
      itemId: null,
      groupPath: kind === 'group' ? fullPath : null,
      projectPath: kind === 'project' ? fullPath : null,
    }),
    [kind, fullPath],
  );
  const { title = '', description = '', start = '', due = '' } = draft;
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
      <div className={styles.pair}>
        <DatePicker
          label="Start date"
          today={clock.today()}
          readOnly={sending}
          onUnread={(unread) => onUnread('start', unread)}
          value={start === '' ? null : start}
          onChange={(day) => onType({ start: day ?? '' })}
        />
        <DatePicker
          label="Due date"
          today={clock.today()}
          readOnly={sending}
          onUnread={(unread) => onUnread('due', unread)}
          value={due === '' ? null : due}
          error={faults['due'] ?? null}
          onChange={(day) => onType({ due: day ?? '' })}
        />
      </div>
      <div className={fieldStyles.field}>
        <label className={fieldStyles.label} htmlFor={id}>
          Description
        </label>
        <MarkdownField
          id={id}
          rows={6}
          value={description}
          disabled={sending}
          place={place}
          onChange={(typed) => onType({ description: typed })}
        />
      </div>
    </>
  );
}
