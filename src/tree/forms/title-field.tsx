import { treeActions } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { TextField } from '../../ui/field.tsx';

interface TitleFieldProps {
  readonly title: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly hint?: string;
}

export function TitleField({ title, busy, error, hint }: TitleFieldProps) {
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
