import { memo } from 'react';
import type { Milestone, WorkItemModel } from '@espalier/core/work-item';
import { milestoneSaid } from '@espalier/core/work-item';
import type { ShownPicker } from '@espalier/core/work-item/fields';
import { FIELD_TEXTS, itemEdits, itemFieldActions, milestoneTitle } from '@espalier/core/work-item/fields';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Sign } from './item-facts.tsx';
import { ItemField, None } from './item-field.tsx';
import { PickerList } from './picker-list.tsx';
import { usePicker } from './use-picker.ts';
import styles from './work-item-page.module.css';

/** Stands for no milestone in the list, as the specification names it. */
const NO_MILESTONE = 'no-milestone-id';

interface FieldProps {
  readonly mayChange: boolean;
  readonly saving: boolean;
}

/** WI-06: the milestone, chosen from a list, which saves what is chosen when it is closed. */
export const MilestoneField = memo(function MilestoneField({
  milestone,
  mayChange,
  saving,
}: FieldProps & { readonly milestone: Milestone | null }) {
  const { clock } = usePorts();
  const { editor, picker } = usePicker('milestone', mayChange, (id) => itemEdits.milestoneChanged({ id }));
  const today = clock.today();
  return (
    <ItemField title="Milestone" editor={editor} saving={saving}>
      {milestone === null ? (
        <None />
      ) : milestone.webPath === undefined ? (
        <Sign label={milestoneSaid(milestone, today).label}>{milestoneTitle(milestone, today)}</Sign>
      ) : (
        <Link to={milestone.webPath} data-tooltip={milestoneSaid(milestone, today).label} dir="auto">
          {milestoneTitle(milestone, today)}
        </Link>
      )}
      {picker && <MilestonePicker picker={picker} today={today} onDone={() => editor?.onClose()} />}
    </ItemField>
  );
});

interface MilestonePickerProps {
  readonly picker: ShownPicker;
  readonly today: string;
  readonly onDone: () => void;
}

function MilestonePicker({ picker, today, onDone }: MilestonePickerProps) {
  const dispatch = useAppDispatch();
  const { milestones, milestoneId, search } = picker;
  const none = search.trim() === '' ? [{ id: NO_MILESTONE, label: FIELD_TEXTS.noMilestone }] : [];
  return (
    <div className={styles.editor}>
      <PickerList
        picker={picker}
        label="Search milestones"
        single
        options={[...none, ...milestones.map((each) => ({ id: each.id, label: milestoneTitle(each, today) }))]}
        chosen={[milestoneId ?? NO_MILESTONE]}
        onToggle={(id) => {
          const milestone = milestones.find((each) => each.id === id) ?? null;
          dispatch(itemFieldActions.milestoneChosen({ milestone }));
          onDone();
        }}
      />
    </div>
  );
}

interface ParentFieldProps extends FieldProps {
  readonly id: string;
  readonly parent: NonNullable<WorkItemModel['parent']> | null;
}

/** WI-09.11: what it belongs to: chosen by words or by reference, or taken away. */
export const ParentField = memo(function ParentField({ id, parent, mayChange, saving }: ParentFieldProps) {
  const dispatch = useAppDispatch();
  const { editor, picker } = usePicker('parent', mayChange, () => itemFieldActions.pickerClosed());
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
      {picker && <ParentPicker picker={picker} id={id} />}
    </ItemField>
  );
});

interface ParentPickerProps {
  readonly picker: ShownPicker;
  readonly id: string;
}

function ParentPicker({ picker, id }: ParentPickerProps) {
  const dispatch = useAppDispatch();
  const { parents, parentId } = picker;
  return (
    <div className={styles.editor}>
      <PickerList
        picker={picker}
        label="Search by title or reference"
        single
        options={parents.map((item) => ({ id: item.id, label: item.title, hint: item.reference }))}
        chosen={parentId === null ? [] : [parentId]}
        onToggle={(chosen) => {
          const parent = parents.find((item) => item.id === chosen);
          if (parent !== undefined) dispatch(itemEdits.parentChanged({ id, parent }));
        }}
      />
    </div>
  );
}
