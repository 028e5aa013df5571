import { useMemo, useId } from 'react';
import { treeActions } from '@espalier/core/tree';
import type { ProjectOption } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';
import fieldStyles from '../../ui/field.module.css';
import styles from './forms.module.css';

/** TR-10: a new epic under the parent, in the parent's group or in one below it. */
export function CreateEpicForm({ form }: { readonly form: FormOf<'createEpic'> }) {
  const dispatch = useAppDispatch();
  const { options, selected, loading, text } = form.groups;
  const sections = useMemo(
    () => [
      {
        key: 'groups',
        label: 'Groups',
        options: options.map(({ id, name, fullPath }) => ({ id, label: name, hint: fullPath })),
      },
    ],
    [options],
  );
  return (
    <FormShell form={form} title="Add a new epic">
      <div className={styles.fields}>
        <TitleField title={form.title} busy={form.busy} error={form.error?.text ?? null} />
        <Combobox
          label="Group"
          placeholder="Search groups"
          sections={sections}
          selected={selected?.id ?? null}
          text={selected?.name ?? ''}
          loading={loading}
          empty={text}
          readOnly={form.busy}
          onSearch={(search) => dispatch(treeActions.groupsSearched({ search }))}
          onChoose={(id) => {
            const group = options.find((option) => option.id === id);
            if (group) dispatch(treeActions.groupChosen({ group }));
          }}
        />
      </div>
    </FormShell>
  );
}

const optionOf = ({ id, name, nameWithNamespace }: ProjectOption) => ({ id, label: name, hint: nameWithNamespace });

/** TR-11: a new issue under the parent, in a project that is chosen; the recently used ones come first. */
export function CreateIssueForm({ form }: { readonly form: FormOf<'createIssue'> }) {
  const dispatch = useAppDispatch();
  const { recent } = form;
  const { options, selected, loading, text } = form.projects;
  const sections = useMemo(
    () => [
      { key: 'recent', label: 'Recently used', options: recent.map(optionOf) },
      { key: 'projects', label: 'Projects', options: options.map(optionOf) },
    ],
    [recent, options],
  );
  return (
    <FormShell form={form} title="Add a new issue">
      <div className={styles.fields}>
        <TitleField title={form.title} busy={form.busy} error={form.error?.text ?? null} />
        <Combobox
          label="Project"
          placeholder="Search projects"
          sections={sections}
          selected={selected?.id ?? null}
          text={selected?.nameWithNamespace ?? ''}
          loading={loading}
          empty={text}
          readOnly={form.busy}
          onSearch={(search) => dispatch(treeActions.projectsSearched({ search }))}
          onChoose={(id) => {
            const project = [...recent, ...options].find((option) => option.id === id);
            if (project) dispatch(treeActions.projectChosen({ project }));
          }}
        />
      </div>
    </FormShell>
  );
}

/** TR-19: a new child of a work item. */
export function CreateWorkItemForm({ form }: { readonly form: FormOf<'createWorkItem' | 'addWorkItem'> }) {
  const dispatch = useAppDispatch();
  const hintId = useId();
  const { checked, locked } = form.confidential;
  const name = form.typeName.toLowerCase();
  return (
    <FormShell form={form} title={`Add a new ${name}`}>
      <TitleField title={form.title} busy={form.busy} error={form.error?.text ?? null} hint={form.hint} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={checked}
          disabled={locked || form.busy}
          aria-describedby={hintId}
          onChange={() => dispatch(treeActions.confidentialToggled())}
        />
        <span>
          This {name} is confidential
          <span className={fieldStyles.hint} id={hintId} style={{ display: 'block' }}>
            {locked
              ? 'Its parent is confidential, so it is too.'
              : 'Only project members with at least the Reporter role, the author and assignees can view it.'}
          </span>
        </span>
      </label>
    </FormShell>
  );
}

interface TitleFieldProps {
  readonly title: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly hint?: string;
}

function TitleField({ title, busy, error, hint }: TitleFieldProps) {
  const dispatch = useAppDispatch();
  return (
    <TextField
      label="Title"
      required
      autoComplete="off"
      dir="auto"
      hint={hint}
      error={error}
      value={title}
      readOnly={busy}
      onChange={(text) => dispatch(treeActions.titleTyped({ title: text }))}
    />
  );
}
