import { useMemo } from 'react';
import { treeActions } from '@espalier/core/tree';
import type { ProjectOption } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';
import styles from './forms.module.css';
import { TitleField } from './title-field.tsx';

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
