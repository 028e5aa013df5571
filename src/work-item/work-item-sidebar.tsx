import { useCallback } from 'react';
import type { WorkItemModel } from '@espalier/core/work-item';
import { readWeight, WEIGHT_ERROR } from '@espalier/core/work-item';
import {
  FIELD_ERRORS,
  itemEdits,
  readProgress,
  selectFieldRights,
  selectFieldValues,
  selectSavingFields,
} from '@espalier/core/work-item/fields';
import { CopyButton } from '../ui/copy-button.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { ParticipantsField, TimeField } from './background-fields.tsx';
import { ConfidentialityField, HealthField } from './choice-fields.tsx';
import { DateField } from './date-field.tsx';
import { ItemField } from './item-field.tsx';
import { IterationField } from './iteration-field.tsx';
import { LabelsField } from './labels-field.tsx';
import { NumberField } from './number-field.tsx';
import { AssigneesField } from './people-field.tsx';
import { NotificationsField, TodoField } from './own-fields.tsx';
import { MilestoneField, ParentField } from './place-fields.tsx';
import styles from './work-item-page.module.css';

/** The details next to the item: the parts that items of its type have, empty ones too, each edited in its place by those who may. */
export function WorkItemSidebar({ item }: { readonly item: WorkItemModel }) {
  const dispatch = useAppDispatch();
  const { id } = item;
  const { metadata: mayChange, parent: mayRelate } = useAppSelector((state) => selectFieldRights(state, id));
  const saving = useAppSelector((state) => selectSavingFields(state, id));
  const values = useAppSelector((state) => selectFieldValues(state, id));
  const { assignees, labels, milestone, weight, iteration, progress, health, dates, parent, reference } = item;
  const date = { id, mayChange, saving: saving.has('dateChanged') };
  const saveWeight = useCallback(
    (text: string) => {
      const read = readWeight(text);
      if (read !== null) dispatch(itemEdits.weightChanged({ id, ...read }));
      return read === null ? WEIGHT_ERROR : null;
    },
    [dispatch, id],
  );
  const hasProgress = progress != null;
  const saveProgress = useCallback(
    (text: string) => {
      const read = readProgress(text);
      if (read !== null) dispatch(itemEdits.progressChanged({ id, progress: read }));
      return read === null && (text.trim() !== '' || hasProgress) ? FIELD_ERRORS.progress : null;
    },
    [dispatch, id, hasProgress],
  );
  return (
    <dl className={styles.widgets}>
      <TodoField id={id} />
      {assignees !== undefined && (
        <AssigneesField assignees={assignees} mayChange={mayChange} saving={saving.has('assigneesChanged')} />
      )}
      {labels !== undefined && (
        <LabelsField labels={labels} mayChange={mayChange} saving={saving.has('labelsChanged')} />
      )}
      {parent !== undefined && (
        <ParentField
          id={id}
          parent={parent}
          mayChange={mayRelate && item.hasParents}
          saving={saving.has('parentChanged')}
        />
      )}
      {weight !== undefined && (
        <NumberField
          field="weight"
          title="Weight"
          value={weight}
          shown={weight}
          mayChange={mayChange}
          saving={saving.has('weightChanged')}
          onSave={saveWeight}
        />
      )}
      {milestone !== undefined && (
        <MilestoneField milestone={milestone} mayChange={mayChange} saving={saving.has('milestoneChanged')} />
      )}
      {iteration !== undefined && (
        <IterationField
          id={id}
          iteration={iteration}
          path={item.iterationPath}
          mayChange={mayChange}
          saving={saving.has('iterationChanged')}
        />
      )}
      {health !== undefined && (
        <HealthField
          id={id}
          status={values?.healthStatus ?? null}
          health={health}
          mayChange={mayChange}
          saving={saving.has('healthChanged')}
        />
      )}
      {progress !== undefined && (
        <NumberField
          field="progress"
          title="Progress"
          value={progress}
          shown={`${progress}%`}
          mayChange={mayChange}
          saving={saving.has('progressChanged')}
          onSave={saveProgress}
        />
      )}
      {dates !== undefined && (
        <>
          <DateField
            {...date}
            field="startDate"
            title="Start date"
            value={values?.startDate ?? null}
            text={dates.start}
          />
          <DateField
            {...date}
            field="dueDate"
            title="Due date"
            value={values?.dueDate ?? null}
            text={dates.due}
            min={values?.startDate ?? null}
          />
        </>
      )}
      <TimeField id={id} />
      <ConfidentialityField id={id} mayChange={mayChange} saving={saving.has('confidentialityChanged')} />
      <ParticipantsField id={id} />
      <NotificationsField id={id} />
      <ItemField title="Reference">
        <span className={styles.reference}>
          {reference} <CopyButton text={reference} label="Copy reference" />
        </span>
      </ItemField>
    </dl>
  );
}
