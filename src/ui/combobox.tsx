import type { ComboboxProps } from './combobox-field.tsx';
import { PartFailure } from './empty-state.tsx';
import { SkeletonBar } from './progress.tsx';
import { useLazy } from './use-lazy.ts';
import fieldStyles from './field.module.css';

const loadField = () => import('./combobox-field.tsx');

/** A field with a searchable list; its owner finds the options. The code is fetched when it is first shown. */
export function Combobox(props: ComboboxProps) {
  const { module, failed, retry } = useLazy(loadField, true);
  if (module !== null) return <module.ComboboxField {...props} />;
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label}>{props.label}</span>
      {failed ? <PartFailure what="The list" onRetry={retry} /> : <SkeletonBar width="100%" height="var(--control)" />}
    </div>
  );
}
