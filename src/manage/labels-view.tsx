import type { LabelEntry } from '@espalier/core/manage';
import { paths } from '@espalier/core/frame';
import { SUGGESTED_COLORS } from '@espalier/core/sidebar';
import { ColorPicker } from '../ui/color-picker.tsx';
import { TextField } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { ItemLabel } from '../work-item/item-signs.tsx';
import { nounView, type FieldsProps, type Question } from './noun-view.ts';
import styles from './managed-page.module.css';

const PROMOTION: Question = {
  title: 'Promote label to group?',
  button: 'Promote label',
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> becomes a label of the group. Labels of this name in other projects directly in
      the group become one with it. This cannot be undone.
    </>
  ),
};

const MERGE: Question = {
  title: 'Merge label',
  button: 'Merge label',
  text: (name) => (
    <>
      All items with <strong dir="auto">{name}</strong> get the other label in its place, and{' '}
      <strong dir="auto">{name}</strong> is gone. This cannot be undone.
    </>
  ),
  chooses: { field: 'into', label: 'Merge into', from: 'entries' },
};

const DELETION: Question = {
  title: 'Delete label',
  button: 'Delete label',
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> will be removed from all items. This cannot be undone.
    </>
  ),
};

export const labelsView = nounView<LabelEntry>({
  title: 'Labels',
  create: 'New label',
  inherited: 'all',
  filters: (kind) => ({ own: `This ${kind} only`, all: 'Including inherited' }),
  blank: { title: '', color: SUGGESTED_COLORS[0]?.color ?? '', description: '' },
  none: {
    icon: 'labels',
    title: 'No labels',
    text: 'Labels sort issues and epics by whatever matters: kind, team, urgency.',
  },
  nameOf: ({ title }) => title,
  draftOf: ({ title, color, description }) => ({ title, color, description: description ?? '' }),
  facts({ title, color, textColor, scoped, description, opened }, page) {
    const label = { title, color, textColor, description: null, scoped };
    const place = { kind: page.kind === 'project' ? 'project' : 'group', fullPath: page.fullPath } as const;
    const search = `?label_name[]=${encodeURIComponent(title)}`;
    return (
      <>
        <ItemLabel label={label} href={paths.issues(place) + search} />
        {description !== null && description !== '' && (
          <span className={styles.text} dir="auto">
            {description}
          </span>
        )}
        <span className={styles.facts}>
          <Link to={paths.issues(place) + search}>{opened === 1 ? '1 open issue' : `${opened} open issues`}</Link>
          {page.kind === 'group' && <Link to={paths.epics(page.fullPath) + search}>Epics</Link>}
        </span>
      </>
    );
  },
  actions: ({ followed }, { kind }, may, viewerId) => [
    ...(viewerId === null
      ? []
      : [followed ? { what: 'unfollow', label: 'Unsubscribe' } : { what: 'follow', label: 'Subscribe' }]),
    ...(may
      ? [
          { what: 'merge', label: 'Merge…', ask: MERGE },
          ...(kind === 'project' ? [{ what: 'promote', label: 'Promote to group…', ask: PROMOTION }] : []),
          { what: 'delete', label: 'Delete…', danger: true, ask: DELETION },
        ]
      : []),
  ],
  fields: ({ draft, faults, sending, onType }: FieldsProps) => (
    <>
      <TextField
        label="Title"
        autoComplete="off"
        autoFocus
        dir="auto"
        readOnly={sending}
        value={draft['title'] ?? ''}
        error={faults['title'] ?? null}
        onChange={(title) => onType({ title })}
      />
      <TextField
        label="Description"
        autoComplete="off"
        dir="auto"
        readOnly={sending}
        value={draft['description'] ?? ''}
        onChange={(description) => onType({ description })}
      />
      <ColorPicker
        label="Background color"
        suggested={SUGGESTED_COLORS}
        value={draft['color'] ?? ''}
        error={faults['color'] ?? null}
        disabled={sending}
        onChange={(color) => onType({ color })}
      />
    </>
  ),
});
