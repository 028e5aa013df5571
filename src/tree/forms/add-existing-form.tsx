import { useMemo } from 'react';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { TokenInput } from '../../ui/token-input.tsx';
import { referenceTokens } from '../../work-item/reference-tokens.ts';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';

const TEXTS = {
  addEpic: { title: 'Add an existing epic', label: 'Epics' },
  addIssue: { title: 'Add an existing issue', label: 'Issues' },
} as const;

/** TR-09: references, typed, pasted or chosen among those that are offered, become tokens; all of them are sent at once. */
export function AddExistingForm({ form }: { readonly form: FormOf<'addEpic' | 'addIssue'> }) {
  const dispatch = useAppDispatch();
  const { title, label } = TEXTS[form.form];
  const tokens = useMemo(() => referenceTokens(form.references), [form.references]);
  const suggestions = useMemo(
    () =>
      form.completions.map(({ reference, title: name, note }) => ({
        key: reference,
        name: reference,
        title: name,
        note,
      })),
    [form.completions],
  );
  const completion = {
    label: `${label} that can be added`,
    suggestions,
    text: form.completionsText,
    onPick: (reference: string) => dispatch(treeActions.completionChosen({ reference })),
    onClose: () => dispatch(treeActions.completionClosed()),
  };
  return (
    <FormShell form={form} title={title}>
      <TokenInput
        label={label}
        tokensLabel="References to add"
        placeholder={form.placeholder}
        hint="Separate several with spaces."
        error={form.error?.text ?? null}
        tokens={tokens}
        value={form.input}
        readOnly={form.busy}
        onType={(text, caret) => dispatch(treeActions.referencesTyped({ text, caret }))}
        onLeave={() => dispatch(treeActions.referencesLeft())}
        onRemove={(index) => dispatch(treeActions.referenceRemoved({ index }))}
        completion={form.autoComplete ? completion : undefined}
      />
    </FormShell>
  );
}
