import { useMemo, useRef } from 'react';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { TokenList } from '../../ui/token-list.tsx';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';
import styles from './forms.module.css';

/** TR-19: existing work items that become children, found by their titles. */
export function AddWorkItemForm({ form }: { readonly form: FormOf<'createWorkItem' | 'addWorkItem'> }) {
  const dispatch = useAppDispatch();
  const element = useRef<HTMLDivElement>(null);
  const { selected, typeName } = form;
  const { options, loading, text } = form.candidates;
  const sections = useMemo(
    () => [
      {
        key: 'items',
        label: typeName,
        options: options.map(({ id, title, reference }) => ({ id, label: title, hint: reference })),
      },
    ],
    [options, typeName],
  );
  const tokens = useMemo(() => selected.map(({ id, title }) => ({ key: id, text: title })), [selected]);
  const toggle = (id: string) => {
    const candidate = [...selected, ...options].find((option) => option.id === id);
    if (candidate) dispatch(treeActions.candidateToggled({ candidate }));
  };
  return (
    <FormShell form={form} title={`Add an existing ${typeName.toLowerCase()}`}>
      <div ref={element}>
        <Combobox
          label="Items"
          placeholder="Search by title"
          multiple
          autoFocus
          error={form.error?.text ?? null}
          sections={sections}
          selected={selected.map(({ id }) => id)}
          text=""
          loading={loading}
          empty={text}
          readOnly={form.busy}
          onSearch={(search) => dispatch(treeActions.candidatesSearched({ search }))}
          onChoose={toggle}
          onErase={() => {
            const last = selected.at(-1);
            if (last && !form.busy) toggle(last.id);
          }}
        />
        {/* Below the field, which so stays where its list is. */}
        <div className={styles.chosen}>
          <TokenList
            label="Items to add"
            tokens={tokens}
            disabled={form.busy}
            onRemove={(index) => {
              if (selected[index]) toggle(selected[index].id);
              element.current?.querySelector('input')?.focus();
            }}
          />
        </div>
      </div>
    </FormShell>
  );
}
