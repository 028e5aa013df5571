import { useState } from 'react';
import type { ItemPlace, StateToggle, WorkItemModel } from '@espalier/core/work-item';
import { itemDeletion, itemStateActions, selectStateToggle } from '@espalier/core/work-item';
import { PersonLink } from './people.tsx';
import { CloseGuard, useCloseGuard } from '../link/places.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { IssueDeletionDialog } from './issue-deletion-dialog.tsx';
import { ItemDeletionDialog } from './item-deletion-dialog.tsx';
import { ItemHeader } from './item-header.tsx';
import type { SidebarToggle } from './item-header.tsx';
import { TitleField } from './title-field.tsx';
import layout from '../ui/detail-page.module.css';
import styles from './work-item-page.module.css';

interface WorkItemHeaderProps extends SidebarToggle {
  readonly item: WorkItemModel;
  readonly place: ItemPlace;
}

/** What the item is, how it stands, who made it and when; how it is closed and deleted (WI-02). */
export function WorkItemHeader({ item, place, ...sidebar }: WorkItemHeaderProps) {
  const { typeName, icon, reference, createdAt, author, deletable, type } = item;
  // TR-24: the page of an issue has its form, which the server's own page answers.
  const formPath = place === 'page' ? item.deletePath : null;
  const deletion = itemDeletion(type);
  const toggle = useAppSelector((state) => selectStateToggle(state, item.id));
  const [deleting, setDeleting] = useState(false);
  const actions = (
    <>
      {toggle !== null && <StateButton id={item.id} toggle={toggle} />}
      {/* The palette presses this: the menu's entry exists only while the menu is open. */}
      {deletable && <button type="button" hidden data-command="delete item" onClick={() => setDeleting(true)} />}
      {deletable && (
        <MenuButton
          label={`${typeName} actions`}
          icon="ellipsis_v"
          iconOnly
          look="quiet"
          entries={[{ key: 'delete', label: deletion.title, icon: 'remove', danger: true }]}
          onChoose={() => setDeleting(true)}
        />
      )}
    </>
  );
  return (
    <>
      <ItemHeader
        item={item}
        place={place}
        heading={<TitleField id={item.id} title={item.title} />}
        actions={actions}
        {...sidebar}
      >
        <span className={styles.kind}>
          <Icon name={icon} /> {typeName} <span className={styles.reference}>{reference}</span>
        </span>
        <span className={layout.created}>
          <span>
            Created <TimeAgo at={createdAt} />
            {author !== null && ' by'}
          </span>
          {author !== null && (
            <PersonLink
              name={author.name}
              username={author.username}
              avatarUrl={author.avatarUrl}
              url={author.webUrl}
            />
          )}
        </span>
      </ItemHeader>
      {deleting &&
        (formPath !== null ? (
          <IssueDeletionDialog path={formPath} name={item.title} onClose={() => setDeleting(false)} />
        ) : (
          <ItemDeletionDialog item={item} onClose={() => setDeleting(false)} />
        ))}
    </>
  );
}

interface StateButtonProps {
  readonly id: string;
  readonly toggle: StateToggle;
}

/** WI-02.2: closes or reopens; something blocked is closed only after a question (RL-01.30). */
function StateButton({ id, toggle: { label, event, loading } }: StateButtonProps) {
  const dispatch = useAppDispatch();
  const [closing, askToClose, setClosing] = useCloseGuard();
  const change = () => dispatch(itemStateActions.changeAsked({ id, event }));
  return (
    <>
      <Button
        data-command="item state"
        loading={loading || closing === 'waiting'}
        onClick={{ close: askToClose, reopen: change }[event]}
      >
        {label}
      </Button>
      <CloseGuard of="item" id={id} closing={closing} onChange={setClosing} onClose={change} />
    </>
  );
}
