import { useState } from 'react';
import type { WorkItemModel } from '@espalier/core/work-item';
import { PersonLink } from '../access/person-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { IssueDeletionDialog } from './issue-deletion-dialog.tsx';
import { STATE_LOOK } from './state-look.ts';
import layout from '../ui/detail-page.module.css';
import styles from './work-item-page.module.css';

interface WorkItemHeaderProps {
  readonly item: WorkItemModel;
  readonly sidebarId: string;
  readonly sidebarOpen: boolean;
  readonly onSidebar: () => void;
}

/** What the item is, how it stands, who made it and when; and the way to delete an issue (TR-24). */
export function WorkItemHeader({ item, sidebarId, sidebarOpen, onSidebar }: WorkItemHeaderProps) {
  const { typeName, icon, reference, badge, confidential, createdAt, author, deletePath } = item;
  const [deleting, setDeleting] = useState(false);
  const look = STATE_LOOK[badge.state];
  return (
    <div className={layout.header}>
      <div className={layout.status}>
        <Badge tone={look.tone} icon={look.icon}>
          {badge.text}
        </Badge>
        {confidential !== null && (
          <Badge tone="warning" icon="eye-slash" tooltip={confidential.tooltip}>
            {confidential.text}
          </Badge>
        )}
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
      </div>
      <div className={layout.actions}>
        {deletePath !== null && (
          <MenuButton
            label="Issue actions"
            icon="ellipsis_v"
            iconOnly
            look="quiet"
            entries={[{ key: 'delete', label: 'Delete issue', icon: 'remove', danger: true }]}
            onChoose={() => setDeleting(true)}
          />
        )}
        <IconButton
          className={layout.toggle}
          icon="sidebar-right"
          label={sidebarOpen ? 'Hide details' : 'Show details'}
          aria-expanded={sidebarOpen}
          aria-controls={sidebarId}
          onClick={onSidebar}
        />
      </div>
      {deleting && deletePath !== null && (
        <IssueDeletionDialog path={deletePath} name={item.title} onClose={() => setDeleting(false)} />
      )}
    </div>
  );
}
