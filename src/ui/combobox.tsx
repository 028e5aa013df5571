import type { ComboboxOption, ComboboxProps, ComboboxSection } from './combobox-props.ts';
import fieldStyles from './field.module.css';
import { PartFailure } from './part-failure.tsx';
import { SkeletonBar } from './skeleton.tsx';
import { useLazy } from './use-lazy.ts';

export type { ComboboxOption, ComboboxSection };

const loadField = () => import('./combobox-field.tsx');

/** A field with a list to search in, whose options someone else finds. Its code is fetched when it is first shown. */
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
