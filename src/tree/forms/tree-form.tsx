import type { TreeFormModel } from '@espalier/core/tree';
import { treeActions } from '@espalier/core/tree';
import { SEARCH_TEXTS } from '@espalier/core/work-item';
import { watchSearches } from '@espalier/core/tree/searches';
import { useEffect } from 'react';
import { useAppDispatch, useWatch } from '../../store.ts';
import { ReferenceField } from '../../work-item/reference-field.tsx';
import { TokenSelector } from '../../ui/token-selector.tsx';
import { CreateEpicForm, CreateIssueForm, CreateWorkItemForm } from './create-forms.tsx';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';

/** The one open form of the tree (TR-12). Each opening is a form of its own, with nothing left of the last. */
export function TreeFormView({ form }: { readonly form: TreeFormModel }) {
  const watch = useWatch();
  useEffect(() => watch('treeSearches', watchSearches), [watch]);
  switch (form.form) {
    case 'addEpic':
    case 'addIssue':
      return <AddExistingForm key={form.serial} form={form} />;
    case 'createEpic':
      return <CreateEpicForm key={form.serial} form={form} />;
    case 'createIssue':
      return <CreateIssueForm key={form.serial} form={form} />;
    case 'createWorkItem':
      return <CreateWorkItemForm key={form.serial} form={form} />;
    case 'addWorkItem':
      return <AddWorkItemForm key={form.serial} form={form} />;
  }
}

const TEXTS = {
  addEpic: { title: 'Add an existing epic', label: 'Epics' },
  addIssue: { title: 'Add an existing issue', label: 'Issues' },
} as const;

/** TR-09 */
function AddExistingForm({ form }: { readonly form: FormOf<'addEpic' | 'addIssue'> }) {
  const { title, label } = TEXTS[form.form];
  return (
    <FormShell form={form} title={title}>
      <ReferenceField
        label={label}
        tokensLabel="References to add"
        offersLabel={form.autoComplete ? `${label} that can be added` : null}
        field={form}
        actions={treeActions}
      />
    </FormShell>
  );
}

/** TR-19, RL-09: existing work items that become children, found by their titles. */
function AddWorkItemForm({ form }: { readonly form: FormOf<'createWorkItem' | 'addWorkItem'> }) {
  const dispatch = useAppDispatch();
  const { selected, typeName } = form;
  const { options, text } = form.candidates;
  const toggle = (id: string | undefined) => {
    const candidate = [...selected, ...options].find((option) => option.id === id);
    if (candidate) dispatch(treeActions.candidateToggled({ candidate }));
  };
  return (
    <FormShell form={form} title={`Add an existing ${typeName.toLowerCase()}`}>
      <TokenSelector
        label="Items"
        tokensLabel="Items to add"
        placeholder="Search by title"
        autoFocus={!form.restored}
        error={form.error?.text ?? null}
        chosen={selected.map(({ id, title }) => ({ key: id, title }))}
        offered={options.map(({ id, title, reference }) => ({ key: id, title, name: reference, note: null }))}
        nothing={text ?? SEARCH_TEXTS.noMatches}
        readOnly={form.busy}
        onSearch={(search) => dispatch(treeActions.candidatesSearched({ search }))}
        onAdd={({ key }) => toggle(key)}
        onRemove={(index) => toggle(selected[index]?.id)}
      />
    </FormShell>
  );
}
