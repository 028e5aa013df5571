import type { Milestone, WorkItemModel } from '@espalier/core/work-item';
import { milestoneSaid } from '@espalier/core/work-item';
import {
  FIELD_TEXTS,
  itemEdits,
  itemFieldActions,
  milestoneTitle,
  selectItemPicker,
} from '@espalier/core/work-item/fields';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import { Sign } from './item-facts.tsx';
import { ItemField, None, PickerFailure } from './item-field.tsx';
import { usePicker } from './use-picker.ts';
import styles from './work-item-page.module.css';

/** Stands for no milestone in the list, as the specification names it. */
const NO_MILESTONE = 'no-milestone-id';

interface FieldProps {
  readonly mayChange: boolean;
  readonly saving: boolean;
}

/** WI-06: the milestone, chosen from a list, which saves what is chosen when it is closed. */
export function MilestoneField({
  milestone,
  mayChange,
  saving,
}: FieldProps & { readonly milestone: Milestone | null }) {
  const { clock } = usePorts();
  const { editor, open } = usePicker('milestone', mayChange, (id) => itemEdits.milestoneChanged({ id }));
  const today = clock.today();
  return (
    <ItemField title="Milestone" editor={editor} saving={saving}>
      {milestone === null ? (
        <None />
      ) : (
        <Sign label={milestoneSaid(milestone, today).label}>{milestoneTitle(milestone, today)}</Sign>
      )}
      {open && <MilestonePicker today={today} onDone={() => editor?.onClose()} />}
    </ItemField>
  );
}

function MilestonePicker({ today, onDone }: { readonly today: string; readonly onDone: () => void }) {
  const dispatch = useAppDispatch();
  const picker = useAppSelector(selectItemPicker);
  if (picker === null) return null;
  const { milestones, milestoneId, search, loading, error, empty, hint } = picker;
  const none = search.trim() === '' ? [{ id: NO_MILESTONE, label: FIELD_TEXTS.noMilestone }] : [];
  return (
    <div className={styles.editor}>
      <MultiSelect
        label="Search milestones"
        autoFocus
        single
        options={[...none, ...milestones.map((each) => ({ id: each.id, label: milestoneTitle(each, today) }))]}
        chosen={[milestoneId ?? NO_MILESTONE]}
        onToggle={(id) => {
          const milestone = milestones.find((each) => each.id === id) ?? null;
          dispatch(itemFieldActions.milestoneChosen({ milestone }));
          onDone();
        }}
        search={search}
        onSearch={(text) => {
          if (text !== search) dispatch(itemFieldActions.pickerSearched({ search: text }));
        }}
        loading={loading}
        empty={empty ?? 'Loading'}
      />
      {hint !== null && <p className={styles.note}>{hint}</p>}
      <PickerFailure text={error} />
    </div>
  );
}

interface ParentFieldProps extends FieldProps {
  readonly id: string;
  readonly parent: NonNullable<WorkItemModel['parent']> | null;
}

/** WI-09.11: what it belongs to: chosen by words or by reference, or taken away. */
export function ParentField({ id, parent, mayChange, saving }: ParentFieldProps) {
  const dispatch = useAppDispatch();
  const { editor, open } = usePicker('parent', mayChange, () => itemFieldActions.pickerClosed());
  return (
    <ItemField title="Parent" editor={editor} saving={saving}>
      {parent === null ? (
        <None />
      ) : (
        <span className={styles.removable}>
          <Link to={parent.webPath} data-tooltip={parent.reference} dir="auto">
            {parent.title}
          </Link>
          {mayChange && (
            <IconButton
              icon="close"
              label="Remove parent"
              size="small"
              onClick={() => dispatch(itemEdits.parentChanged({ id, parent: null }))}
            />
          )}
        </span>
      )}
      {open && <ParentPicker id={id} parentId={parent?.id ?? null} />}
    </ItemField>
  );
}

function ParentPicker({ id, parentId }: { readonly id: string; readonly parentId: string | null }) {
  const dispatch = useAppDispatch();
  const picker = useAppSelector(selectItemPicker);
  if (picker === null) return null;
  const { parents, search, loading, error, empty } = picker;
  return (
    <div className={styles.editor}>
      <MultiSelect
        label="Search by title or reference"
        autoFocus
        single
        options={parents.map((item) => ({ id: item.id, label: item.title, hint: item.reference }))}
        chosen={parentId === null ? [] : [parentId]}
        onToggle={(chosen) => {
          const parent = parents.find((item) => item.id === chosen);
          if (parent !== undefined) dispatch(itemEdits.parentChanged({ id, parent }));
        }}
        search={search}
        onSearch={(text) => {
          if (text !== search) dispatch(itemFieldActions.pickerSearched({ search: text }));
        }}
        loading={loading}
        empty={empty ?? 'Loading'}
      />
      <PickerFailure text={error} />
    </div>
  );
}
