import { formatDay } from '@espalier/core/calendar';
import { pathOf, type ManagedPage, type PlaceEntry } from '@espalier/core/manage';
import { Alert } from '../ui/alert.tsx';
import { Select, TextField } from '../ui/field.tsx';
import fieldStyles from '../ui/field.module.css';
import { nounView, type FieldsProps, type NounView, type Question, type RowAction } from './noun-view.ts';

const VISIBILITIES = [
  { value: 'private', label: 'Private: members only' },
  { value: 'internal', label: 'Internal: everybody who is signed in' },
  { value: 'public', label: 'Public: everybody' },
];

const MOVE: Question = {
  title: 'Move',
  button: 'Move',
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> and everything in it get other addresses; the old ones lead there. Roles,
      labels and milestones that come from the groups above are those of the new place.
    </>
  ),
  chooses: {
    field: 'target',
    label: 'Move to the group',
    from: 'groups',
    hint: 'Leave it empty to make this a top-level group.',
    optional: ({ kind }) => kind === 'group',
  },
};

const ARCHIVING: Question = {
  title: 'Archive',
  button: 'Archive',
  text: (name) => (
    <>
      Nothing in <strong dir="auto">{name}</strong> can be changed while it is archived, and lists leave its items out.
    </>
  ),
};

const DELETION: Question = {
  title: 'Delete',
  button: 'Delete',
  text: (name) => (
    <>
      <strong dir="auto">{name}</strong> and everything in it will be deleted after a waiting time of seven days. Until
      then it can be restored. Type its path to confirm.
    </>
  ),
  confirms: ({ path }: PlaceEntry) => path,
};

function actionsOf({ isArchived, deletedOn }: PlaceEntry, { kind }: ManagedPage): readonly RowAction[] {
  const isProject = kind === 'project';
  return [
    { what: 'move', label: 'Move…', ask: MOVE },
    ...(isProject && !isArchived ? [{ what: 'archive', label: 'Archive…', ask: ARCHIVING }] : []),
    ...(isProject && isArchived ? [{ what: 'unarchive', label: 'Unarchive' }] : []),
    deletedOn === null
      ? { what: 'delete', label: 'Delete…', danger: true, ask: DELETION }
      : { what: 'restore', label: 'Restore' },
  ];
}

const VISIBLE = 'Visibility';

function PlaceFields({ draft, faults, sending, onType }: FieldsProps) {
  const { name = '', path = '', description = '', visibility = 'private' } = draft;
  const rename = (typed: string) =>
    onType({ name: typed, ...(draft['parent'] !== undefined && path === pathOf(name) && { path: pathOf(typed) }) });
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        dir="auto"
        readOnly={sending}
        value={name}
        error={faults['name'] ?? null}
        onChange={rename}
      />
      <TextField
        label="Path"
        hint="The last part of its address."
        autoComplete="off"
        spellCheck={false}
        readOnly={sending}
        value={path}
        error={faults['path'] ?? null}
        onChange={(typed) => onType({ path: typed })}
      />
      <TextField
        label="Description"
        autoComplete="off"
        dir="auto"
        readOnly={sending}
        value={description}
        onChange={(typed) => onType({ description: typed })}
      />
      <div className={fieldStyles.field}>
        <span className={fieldStyles.label}>{VISIBLE}</span>
        <Select
          label={VISIBLE}
          value={visibility}
          options={VISIBILITIES}
          onChange={(chosen) => onType({ visibility: chosen })}
        />
      </div>
    </>
  );
}

const common = {
  filters: () => ({}),
  blank: { name: '', path: '', description: '', visibility: 'private', parent: '' },
  nameOf: ({ name }: PlaceEntry) => name,
  fields: (props: FieldsProps) => <PlaceFields {...props} />,
};

export const settingsView = nounView<PlaceEntry>({
  ...common,
  title: 'Settings',
  only: 'edit',
  draftOf: ({ name, path, description, visibility }) => ({ name, path, description, visibility }),
  picture: ({ avatarUrl }) => avatarUrl,
  facts: ({ isArchived, deletedOn }) => (
    <>
      {isArchived && <Alert live={false}>This project is archived: nothing in it can be changed.</Alert>}
      {deletedOn !== null && (
        <Alert tone="warning" live={false}>
          This will be deleted on {formatDay(deletedOn)}.
        </Alert>
      )}
    </>
  ),
  actions: (entry, page, may) => (may ? actionsOf(entry, page) : []),
});

const creation = (title: string, send: string): NounView =>
  nounView<PlaceEntry>({
    ...common,
    title,
    send,
    create: title,
    only: 'new',
    // It begins as visible as the group that it will be in.
    draftOf: ({ id, visibility }) => ({ ...common.blank, visibility, parent: id }),
    facts: () => null,
    actions: () => [],
  });

export const newGroupView = creation('New group', 'Create group');
export const newProjectView = creation('New project', 'Create project');
