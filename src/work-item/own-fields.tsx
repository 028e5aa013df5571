import { memo } from 'react';
import { ownEdits, selectOwn } from '@espalier/core/work-item/extras';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button, Switch } from '../ui/button.tsx';
import { ItemField } from './item-field.tsx';

/** What is the viewer's own of an item: whether they have it to do, and whether they are told of it. */

interface OwnFieldProps {
  readonly id: string;
}

/** WI-07.65 */
export const TodoField = memo(function TodoField({ id }: OwnFieldProps) {
  const dispatch = useAppDispatch();
  const own = useAppSelector((state) => selectOwn(state, id));
  if (own === null) return null;
  return (
    <ItemField title="To Do">
      <Button
        size="small"
        icon={own.todo ? 'todo-done' : 'todo-add'}
        onClick={() => dispatch(ownEdits.todoChanged({ id }))}
      >
        {own.todoLabel}
      </Button>
    </ItemField>
  );
});

/** WI-07.66 */
export const NotificationsField = memo(function NotificationsField({ id }: OwnFieldProps) {
  const dispatch = useAppDispatch();
  const own = useAppSelector((state) => selectOwn(state, id));
  if (own === null) return null;
  return (
    <ItemField title="Notifications">
      <Switch checked={own.subscribed} onChange={() => dispatch(ownEdits.subscriptionChanged({ id }))}>
        {own.subscribed ? 'On' : 'Off'}
      </Switch>
    </ItemField>
  );
});
