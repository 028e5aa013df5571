import { useMemo } from 'react';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';
import styles from './forms.module.css';
import { TitleField } from './title-field.tsx';

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
