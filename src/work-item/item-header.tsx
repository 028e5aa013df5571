import { useRef, type ReactNode } from 'react';
import { Badge } from '../ui/label-pill.tsx';
import { IconButton } from '../ui/button.tsx';
import type { ItemPlace } from '@espalier/core/work-item';
import { PresencePlace } from '../presence/place.tsx';
import { useIdlePage } from '../ports/idle.ts';
import { useLazy } from '../ui/use-lazy.ts';
import { STATE_LOOK } from './item-signs.tsx';
import layout from '../ui/detail-page.module.css';
import type { ShownItem } from './sticky-title.tsx';

const loadSticky = () => import('./sticky-title.tsx');

/** The button that shows and hides a page's sidebar. */
export interface SidebarToggle {
  readonly sidebarId: string;
  readonly sidebarOpen: boolean;
  readonly onSidebar: () => void;
}

interface ItemHeaderProps extends SidebarToggle {
  readonly item: ShownItem;
  /** Default: the page. */
  readonly place?: ItemPlace;
  readonly actions: ReactNode;
  /** Instead of the title, where it can be edited. */
  readonly heading?: ReactNode;
  /** Shown next to its state: what it is, who created it and when. */
  readonly children: ReactNode;
}

/** The top of a page about one item: its title, how it stands, and what can be done with it. */
export function ItemHeader({
  item,
  place = 'page',
  actions,
  heading,
  children,
  sidebarId,
  sidebarOpen,
  onSidebar,
}: ItemHeaderProps) {
  const { title, noun, badge, confidential } = item;
  const look = STATE_LOOK[badge.state];
  const top = useRef<HTMLDivElement>(null);
  const { module } = useLazy(loadSticky, useIdlePage() && place === 'page');
  return (
    <div className={layout.header}>
      <div ref={top} className={layout.top}>
        {heading ?? (
          <h1 className={layout.title} dir="auto">
            {title}
          </h1>
        )}
        <div className={layout.actions}>{actions}</div>
      </div>
      <IconButton
        className={layout.toggle}
        icon="sidebar-right"
        label={sidebarOpen ? 'Hide details' : 'Show details'}
        aria-expanded={sidebarOpen}
        aria-controls={sidebarId}
        onClick={onSidebar}
      />
      <div className={layout.status}>
        <Badge tone={look.tone} icon={look.icon}>
          {badge.text}
        </Badge>
        {confidential !== null && (
          <Badge tone="warning" icon="eye-slash" tooltip={confidential.tooltip}>
            {confidential.text}
          </Badge>
        )}
        {children}
        <PresencePlace noun={noun} place={place} />
      </div>
      {module !== null && <module.StickyTitle item={item} top={top} />}
    </div>
  );
}
