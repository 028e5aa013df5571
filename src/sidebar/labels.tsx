import { epicEdits } from '@espalier/core/epic';
import { selectLabelPicker, selectSidebarLabels, SIDEBAR_TEXTS, sidebarActions } from '@espalier/core/sidebar';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { ItemLabel } from '../work-item/item-signs.tsx';
import { Failure, None, Widget } from './widget.tsx';
import { LabelPicker } from '../work-item/label-picker.tsx';
import styles from './sidebar.module.css';

/** EP-08: the epic's labels; the picker saves all that was ticked when it is closed, Escape closes it without. */
export function LabelsWidget() {
  const dispatch = useAppDispatch();
  const { labels, saving, canUpdate } = usePlaceSelector(selectSidebarLabels);
  const { open } = usePlaceSelector(selectLabelPicker);
  const close = (discard: boolean) =>
    dispatch(discard ? sidebarActions.labelPickerClosed() : epicEdits.labelsChanged());
  const editor = canUpdate && {
    open,
    onOpen: () => dispatch(sidebarActions.labelPickerOpened()),
    onClose: () => close(false),
    onDiscard: () => close(true),
  };
  return (
    <Widget title="Labels" editor={editor || null}>
      {labels.length === 0 ? (
        <None>{SIDEBAR_TEXTS.none}</None>
      ) : (
        <ul className={styles.labels} role="list" aria-label="Labels" aria-busy={saving || undefined}>
          {labels.map((label) => (
            <li key={label.id} className={styles.label}>
              <ItemLabel label={label} href={label.href} />
              {canUpdate && (
                <IconButton
                  icon="close"
                  label={`Remove ${label.title}`}
                  size="small"
                  onClick={() => dispatch(epicEdits.labelsChanged({ add: [], remove: [label.id] }))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {open && canUpdate && <Picker />}
    </Widget>
  );
}

function Picker() {
  const dispatch = useAppDispatch();
  const picker = usePlaceSelector(selectLabelPicker);
  return (
    <LabelPicker
      owner="group"
      picker={{ ...picker, labels: picker.options }}
      loading={picker.status === 'loading'}
      failure={picker.error === null ? null : <Failure text={picker.error} part="labels" />}
      onTick={(label, ticked) => dispatch(sidebarActions.labelTicked({ label, ticked }))}
      onSearch={(search) => dispatch(sidebarActions.labelsSearched({ search }))}
      onCreate={() => dispatch(sidebarActions.newLabelOpened())}
      newLabel={{
        onTitle: (title) => dispatch(sidebarActions.newLabelTitleChanged({ title })),
        onColor: (color) => dispatch(sidebarActions.newLabelColorChanged({ color })),
        onSubmit: () => dispatch(sidebarActions.newLabelSubmitted()),
        onClose: () => dispatch(sidebarActions.newLabelClosed()),
      }}
    />
  );
}
