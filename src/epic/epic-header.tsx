import { epicActions, selectEpicHeader } from '@espalier/core/epic';
import { PersonLink } from '../work-item/people.tsx';
import { CloseGuard, useCloseGuard } from '../link/places.tsx';
import { EditText } from '../text/text-place.tsx';
import { useAppDispatch, usePlace, usePlaceSelector } from '../store.ts';
import { Badge } from '../ui/label-pill.tsx';
import { Button } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-popover.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { ItemHeader, type SidebarToggle } from '../work-item/item-header.tsx';
import layout from '../ui/detail-page.module.css';

type Choice = 'new' | 'delete';

/** EP-02 to EP-05: what the epic's state is, who made it and when, and what can be done with it. */
export function EpicHeader(sidebar: SidebarToggle) {
  const place = usePlace();
  const dispatch = useAppDispatch();
  const header = usePlaceSelector(selectEpicHeader);
  const [closing, askToClose, setClosing] = useCloseGuard();
  if (header === null) return null;
  const { id, badge, createdAt, author, toggle, canCreate, canDestroy } = header;
  const change = () => dispatch(epicActions.epicStateToggled());

  const entries: MenuEntry<Choice>[] = [];
  // The form for new epics is the page's.
  const creates = canCreate && place === undefined;
  if (creates) entries.push({ key: 'new', label: 'New epic', icon: 'plus' });
  if (canDestroy)
    entries.push({ key: 'delete', label: 'Delete epic', icon: 'remove', danger: true, separated: creates });
  const choose = (choice: Choice) =>
    dispatch({ new: epicActions.newEpicOpened, delete: epicActions.epicDeletionAsked }[choice]());

  const actions = (
    <>
      {toggle !== null && <EditText id={id} />}
      {toggle !== null && (
        <Button
          data-command="epic state"
          loading={toggle.loading || closing === 'waiting'}
          onClick={{ opened: askToClose, closed: change }[badge.state]}
        >
          {toggle.label}
        </Button>
      )}
      <CloseGuard of="epic" closing={closing} onChange={setClosing} onClose={change} />
      {entries.length > 0 && (
        <MenuButton label="Epic actions" icon="ellipsis_v" iconOnly look="quiet" entries={entries} onChoose={choose} />
      )}
    </>
  );
  return (
    <ItemHeader item={header} place={place ?? 'page'} actions={actions} {...sidebar}>
      <span className={layout.created}>
        {createdAt !== null && (
          <span>
            Created <TimeAgo at={createdAt} /> by
          </span>
        )}
        {author !== null && (
          <PersonLink name={author.name} username={author.username} avatarUrl={author.avatarUrl} url={author.url} />
        )}
        {author?.isProviderEmployee && <Badge tooltip="Works for the provider of this service">Staff</Badge>}
      </span>
    </ItemHeader>
  );
}
