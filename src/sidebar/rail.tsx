import { epicEdits } from '@espalier/core/epic';
import {
  selectConfidentiality,
  selectParticipants,
  selectReference,
  selectSidebarDates,
  selectSidebarLabels,
  selectTodo,
} from '@espalier/core/sidebar';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

/**
 * The collapsed sidebar: a narrow rail that says the most important things in tooltips. Everything on it expands the sidebar, except to-do and copying
 * (EP-15).
 */
export function Rail({ onExpand }: { readonly onExpand: () => void }) {
  const dispatch = useAppDispatch();
  const todo = usePlaceSelector(selectTodo);
  const dates = usePlaceSelector(selectSidebarDates);
  const { labels } = usePlaceSelector(selectSidebarLabels);
  const confidentiality = usePlaceSelector(selectConfidentiality);
  const participants = usePlaceSelector(selectParticipants);
  const reference = usePlaceSelector(selectReference);
  const titles = labels.map(({ title }) => title).join(', ');
  return (
    <>
      {todo !== null && (
        <IconButton
          icon={todo.exists ? 'todo-done' : 'todo-add'}
          label={todo.label}
          size="small"
          onClick={() => dispatch(epicEdits.todoChanged())}
        />
      )}
      {dates !== null && (
        <IconButton
          icon="calendar"
          label={`Dates: ${dates.start.text} – ${dates.due.text}`}
          size="small"
          onClick={onExpand}
        />
      )}
      <IconButton icon="labels" label={`Labels: ${titles === '' ? 'None' : titles}`} size="small" onClick={onExpand} />
      {confidentiality?.confidential === true && (
        <IconButton icon="eye-slash" label={confidentiality.text} size="small" onClick={onExpand} />
      )}
      {participants.status === 'ready' && (
        <IconButton icon="users" label={participants.title} size="small" onClick={onExpand} />
      )}
      {reference !== null && <CopyButton text={reference} label={`Copy reference: ${reference}`} />}
    </>
  );
}
