import { epicEdits } from '@espalier/core/epic';
import { selectLabelPicker, selectSidebarLabels, SIDEBAR_TEXTS, sidebarActions } from '@espalier/core/sidebar';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import { ItemLabel } from '../work-item/item-signs.tsx';
import { Failure, None, Widget } from './widget.tsx';
import { NewLabelForm } from './new-label-form.tsx';
import styles from './sidebar.module.css';

/** EP-08: the epic's labels; the picker saves all that was ticked when it is closed, Escape closes it without. */
export function LabelsWidget() {
  const dispatch = useAppDispatch();
  const { labels, saving, canUpdate } = useAppSelector(selectSidebarLabels);
  const { open } = useAppSelector(selectLabelPicker);
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
      {open && canUpdate && <LabelPicker />}
    </Widget>
  );
}

function LabelPicker() {
  const dispatch = useAppDispatch();
  const { search, status, error, options, hint, creatable, empty, newLabel } = useAppSelector(selectLabelPicker);
  if (newLabel !== null) return <NewLabelForm form={newLabel} />;
  const create = () => dispatch(sidebarActions.newLabelOpened());
  return (
    <div className={styles.editor}>
      <MultiSelect
        label="Search labels"
        autoFocus
        options={options.map(({ id, title, color, description }) => ({
          id,
          label: title,
          color,
          ...(description === null || description === '' ? {} : { hint: description }),
        }))}
        chosen={options.filter(({ ticked }) => ticked).map(({ id }) => id)}
        onToggle={(id) => {
          const label = options.find((option) => option.id === id);
          if (label !== undefined) dispatch(sidebarActions.labelTicked({ label, ticked: !label.ticked }));
        }}
        search={search}
        onSearch={(text) => {
          if (text !== search) dispatch(sidebarActions.labelsSearched({ search: text }));
        }}
        loading={status === 'loading'}
        empty={empty ?? 'Loading'}
        create={creatable === null ? null : { label: `Create group label “${creatable}”`, onCreate: create }}
      />
      {hint !== null && <p className={styles.note}>{hint}</p>}
      {error !== null && <Failure text={error} part="labels" />}
      <Button className={styles.edit} look="link" onClick={create}>
        Create group label
      </Button>
    </div>
  );
}
