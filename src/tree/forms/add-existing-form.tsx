import { treeActions } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { ReferenceField } from '../../work-item/reference-field.tsx';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';

const TEXTS = {
  addEpic: { title: 'Add an existing epic', label: 'Epics' },
  addIssue: { title: 'Add an existing issue', label: 'Issues' },
} as const;

/** TR-09 */
export function AddExistingForm({ form }: { readonly form: FormOf<'addEpic' | 'addIssue'> }) {
  const dispatch = useAppDispatch();
  const { title, label } = TEXTS[form.form];
  return (
    <FormShell form={form} title={title}>
      <ReferenceField
        label={label}
        tokensLabel="References to add"
        offersLabel={form.autoComplete ? `${label} that can be added` : null}
        field={form}
        onType={(text, caret) => dispatch(treeActions.referencesTyped({ text, caret }))}
        onLeave={() => dispatch(treeActions.referencesLeft())}
        onRemove={(index) => dispatch(treeActions.referenceRemoved({ index }))}
        onPick={(reference) => dispatch(treeActions.completionChosen({ reference }))}
        onClose={() => dispatch(treeActions.completionClosed())}
      />
    </FormShell>
  );
}
