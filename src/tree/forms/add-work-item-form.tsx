import { treeActions } from '@espalier/core/tree';
import { SEARCH_TEXTS } from '@espalier/core/work-item';
import { useAppDispatch } from '../../store.ts';
import { TokenSelector } from '../../ui/token-selector.tsx';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';

/** TR-19, RL-09: existing work items that become children, found by their titles. */
export function AddWorkItemForm({ form }: { readonly form: FormOf<'createWorkItem' | 'addWorkItem'> }) {
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
