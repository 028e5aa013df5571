import { memo, useId } from 'react';
import type { HealthStatus, WorkItemModel } from '@espalier/core/work-item';
import { HEALTH_CHOICES, itemEdits, selectItemConfidentiality } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Switch } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { HealthBadge } from './item-signs.tsx';
import { ItemField, None } from './item-field.tsx';
import styles from './work-item-page.module.css';

interface ChoiceProps {
  readonly id: string;
  readonly mayChange: boolean;
  readonly saving: boolean;
}

interface HealthFieldProps extends ChoiceProps {
  readonly status: HealthStatus | null;
  readonly health: NonNullable<WorkItemModel['health']> | null;
}

/** WI-07.10: one of three statuses, or none, from a menu. */
export const HealthField = memo(function HealthField({ id, status, health, mayChange, saving }: HealthFieldProps) {
  const dispatch = useAppDispatch();
  const choose = (key: string) => {
    const choice = HEALTH_CHOICES.find(({ value }) => String(value) === key);
    if (choice !== undefined) dispatch(itemEdits.healthChanged({ id, healthStatus: choice.value }));
  };
  const menu = mayChange && (
    <MenuButton
      label="Edit health status"
      icon="pencil"
      iconOnly
      look="quiet"
      size="small"
      command="edit health status"
      entries={HEALTH_CHOICES.map(({ value, label }) => ({
        key: String(value),
        label,
        checked: value === status,
      }))}
      onChoose={choose}
    />
  );
  return (
    <ItemField title="Health status" action={menu} saving={saving}>
      {health === null ? <None /> : <HealthBadge health={health} />}
    </ItemField>
  );
});

/** WI-02.13: who can see the item; it stays focusable where it cannot be changed, so that the reason is read out. */
export const ConfidentialityField = memo(function ConfidentialityField({ id, mayChange, saving }: ChoiceProps) {
  const dispatch = useAppDispatch();
  const view = useAppSelector((state) => selectItemConfidentiality(state, id));
  const note = useId();
  if (view === null) return null;
  const { confidential, text, tooltip, fault } = view;
  return (
    <ItemField title="Confidentiality">
      {mayChange ? (
        <>
          <Switch
            checked={confidential}
            busy={saving}
            unavailable={fault !== null}
            describedBy={note}
            onChange={() => dispatch(itemEdits.confidentialityChanged({ id }))}
          >
            {text}
          </Switch>
          <p className={styles.note} id={note}>
            {fault ?? tooltip}
          </p>
        </>
      ) : (
        text
      )}
    </ItemField>
  );
});
