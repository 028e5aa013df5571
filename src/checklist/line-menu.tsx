import type { RefObject } from 'react';
import type { ChecklistLine } from '@espalier/core/checklist';
import { AnchoredMenu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-popover.tsx';

export type LineChoice = 'convert' | 'up' | 'down' | 'delete';

interface LineMenuProps {
  /** Absent: it is there no more. */
  readonly line: ChecklistLine | undefined;
  readonly anchor: RefObject<HTMLElement | null>;
  /** `index`: the place of the line in its list, from 0. */
  readonly onChoose: (choice: LineChoice, index: number) => void;
  readonly onClose: () => void;
}

/** IE-06.69: what can become of a line. */
export function LineMenu({ line, anchor, onChoose, onClose }: LineMenuProps) {
  const { index, count } = line?.place ?? { index: -1, count: 0 };
  const entries: MenuEntry<LineChoice>[] = [];
  if (line?.becomesTask === true) entries.push({ key: 'convert', label: 'Convert to task' });
  if (index > 0) entries.push({ key: 'up', label: 'Move up' });
  if (index >= 0 && index + 1 < count) entries.push({ key: 'down', label: 'Move down' });
  if (index >= 0) entries.push({ key: 'delete', label: 'Delete', danger: true, separated: entries.length > 0 });
  return (
    <AnchoredMenu
      label={anchor.current?.getAttribute('aria-label') ?? ''}
      entries={entries}
      anchor={anchor}
      onChoose={(choice) => onChoose(choice, index)}
      onClose={onClose}
    />
  );
}
