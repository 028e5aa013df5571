import { selectCurrentUser } from '@espalier/core/access';
import { withAssignee } from '@espalier/core/work-item/list';
import type { IssueListQuery } from '@espalier/core/work-item';
import { useAppSelector } from '../../store.ts';
import { Button } from '../../ui/button.tsx';

interface AssignedFilterProps {
  readonly query: IssueListQuery;
  readonly onShow: (query: IssueListQuery) => void;
}

/** RL-12.86: whose issues a list shows: those of who is signed in, or of whom the address names. */
export function AssignedFilter({ query, onShow }: AssignedFilterProps) {
  const me = useAppSelector(selectCurrentUser)?.username;
  const { assignee } = query;
  const isMine = me !== undefined && assignee?.toLowerCase() === me.toLowerCase();
  const show = (username: string | null) => () => onShow(withAssignee(query, username));
  if (assignee !== undefined && !isMine)
    return (
      <Button icon="close" aria-label={`Remove filter: assigned to @${assignee}`} onClick={show(null)}>
        @{assignee}
      </Button>
    );
  if (me === undefined) return null;
  return (
    <Button aria-pressed={isMine} onClick={show(isMine ? null : me)}>
      Assigned to me
    </Button>
  );
}
