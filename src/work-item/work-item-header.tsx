import { memo, useState } from 'react';
import type { ItemPlace, ItemTop, StateToggle } from '@espalier/core/work-item';
import { itemDeletion, itemStateActions, selectItemTop, selectStateToggle } from '@espalier/core/work-item';
import { selectFieldRights, selectMayChangeType } from '@espalier/core/work-item/fields';
import { PersonLink } from './people.tsx';
import { CloseGuard, useCloseGuard } from '../link/places.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { EditText } from '../text/text-place.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { IssueDeletionDialog } from './issue-deletion-dialog.tsx';
import { HiddenSign } from './hidden-sign.tsx';
import { ItemDeletionDialog } from './item-deletion-dialog.tsx';
import { ItemHeader } from './item-header.tsx';
import type { SidebarToggle } from './item-header.tsx';
import { TitleField } from './title-field.tsx';
import { TypeDialog } from './type-dialog.tsx';
import { ZoomLink } from './zoom-link.tsx';
import layout from '../ui/detail-page.module.css';
import styles from './work-item-page.module.css';

interface WorkItemHeaderProps extends SidebarToggle {
  readonly id: string;
  readonly place: ItemPlace;
}

/** What the item is, how it stands, who made it and when; how it is closed and deleted (WI-02). Drawn again only where that changes (WI-01.26). */
export const WorkItemHeader = memo(function WorkItemHeader({ id, ...where }: WorkItemHeaderProps) {
  const item = useAppSelector((state) => selectItemTop(state, id));
  return item && <Top item={item} {...where} />;
});

interface TopProps extends Omit<WorkItemHeaderProps, 'id'> {
  readonly item: ItemTop;
}

function Top({ item, place, ...sidebar }: TopProps) {
  const { typeName, icon, reference, createdAt, author, deletable, type } = item;
  // TR-24: the page of an issue has its form, which the server's own page answers.
  const formPath = place === 'page' ? item.deletePath : null;
  const deletion = itemDeletion(type);
  const toggle = useAppSelector((state) => selectStateToggle(state, item.id));
  const { title: mayEdit } = useAppSelector((state) => selectFieldRights(state, item.id));
  const mayChangeType = useAppSelector((state) => selectMayChangeType(state, item.id));
  const [deleting, setDeleting] = useState(false);
  const [changingType, setChangingType] = useState(false);
  const entries = [
    ...(mayChangeType ? [{ key: 'type', label: 'Change type…', icon: 'pencil' }] : []),
    ...(deletable ? [{ key: 'delete', label: deletion.title, icon: 'remove', danger: true }] : []),
  ];
  const actions = (
    <>
      {mayEdit && <EditText id={item.id} />}
      {toggle !== null && <StateButton id={item.id} toggle={toggle} />}
      {/* The palette presses these: the menu's entries exist only while the menu is open. */}
      {mayChangeType && (
        <button type="button" hidden data-command="change type" onClick={() => setChangingType(true)} />
      )}
      {deletable && <button type="button" hidden data-command="delete item" onClick={() => setDeleting(true)} />}
      {entries.length > 0 && (
        <MenuButton
          label={`${typeName} actions`}
          icon="ellipsis_v"
          iconOnly
          look="quiet"
          entries={entries}
          onChoose={(key) => (key === 'type' ? setChangingType(true) : setDeleting(true))}
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
        <HiddenSign id={item.id} type={type} />
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
        <ZoomLink id={item.id} />
      </ItemHeader>
      {changingType && <TypeDialog item={item} onClose={() => setChangingType(false)} />}
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
