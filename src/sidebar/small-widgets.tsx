import { useId } from 'react';
import { epicEdits } from '@espalier/core/epic';
import { selectConfidentiality, selectReference, selectSubscription, selectTodo } from '@espalier/core/sidebar';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { Button, Switch } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading, Widget } from './widget.tsx';
import styles from './sidebar.module.css';

/** EP-06 */
export function Todo() {
  const dispatch = useAppDispatch();
  const todo = usePlaceSelector(selectTodo);
  return (
    <Widget title="To Do">
      {todo === null ? (
        <Loading />
      ) : (
        <Button
          size="small"
          icon={todo.exists ? 'todo-done' : 'todo-add'}
          aria-busy={todo.saving || undefined}
          onClick={() => dispatch(epicEdits.todoChanged())}
        >
          {todo.label}
        </Button>
      )}
    </Widget>
  );
}

/** EP-10 */
export function Confidentiality() {
  const dispatch = useAppDispatch();
  const view = usePlaceSelector(selectConfidentiality);
  const note = useId();
  if (view === null) {
    return (
      <Widget title="Confidentiality">
        <Loading />
      </Widget>
    );
  }
  const { confidential, text, tooltip, refusal, available, saving, canUpdate } = view;
  return (
    <Widget title="Confidentiality">
      {canUpdate ? (
        <Switch
          checked={confidential}
          busy={saving}
          unavailable={!available}
          describedBy={note}
          onChange={() => dispatch(epicEdits.confidentialityChanged())}
        >
          {text}
        </Switch>
      ) : (
        <span
          className={styles.value}
          data-tooltip={confidential ? tooltip : undefined}
          tabIndex={confidential ? 0 : undefined}
        >
          {confidential && <Icon name="eye-slash" className={styles.warning} />} {text}
        </span>
      )}
      {canUpdate && (
        <p className={styles.note} id={note}>
          {refusal ?? tooltip}
        </p>
      )}
    </Widget>
  );
}

/** EP-13 */
export function Subscription() {
  const dispatch = useAppDispatch();
  const view = usePlaceSelector(selectSubscription);
  return (
    <Widget title="Notifications">
      {view === null || view.subscribed === null ? (
        <Loading />
      ) : (
        <Switch checked={view.subscribed} busy={view.saving} onChange={() => dispatch(epicEdits.subscriptionChanged())}>
          {view.subscribed ? 'On' : 'Off'}
        </Switch>
      )}
    </Widget>
  );
}

/** EP-14 */
export function Reference() {
  const reference = usePlaceSelector(selectReference);
  return (
    <Widget title="Reference">
      {reference === null ? (
        <Loading />
      ) : (
        <span className={styles.reference}>
          {reference} <CopyButton text={reference} label="Copy reference" />
        </span>
      )}
    </Widget>
  );
}
