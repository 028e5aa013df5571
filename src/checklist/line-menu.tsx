import type { RefObject } from 'react';
import { selectLine } from '@espalier/core/checklist';
import { useAppSelector } from '../store.ts';
import { AnchoredMenu, type MenuEntry } from '../ui/menu.tsx';

export type LineChoice = 'convert' | 'up' | 'down' | 'delete';

interface LineMenuProps {
  readonly id: string;
  readonly line: number;
  readonly anchor: RefObject<HTMLElement | null>;
  /** `index`: the place of the line in its list, from 0. */
  readonly onChoose: (choice: LineChoice, index: number) => void;
  readonly onClose: () => void;
}

/** IE-06.69: what can become of a line. */
export function LineMenu({ id, line, anchor, onChoose, onClose }: LineMenuProps) {
  const becomesTask = useAppSelector((state) => selectLine(state, id, line)?.becomesTask === true);
  const index = useAppSelector((state) => selectLine(state, id, line)?.place?.index ?? -1);
  const count = useAppSelector((state) => selectLine(state, id, line)?.place?.count ?? 0);
  const entries: MenuEntry<LineChoice>[] = [];
  if (becomesTask) entries.push({ key: 'convert', label: 'Convert to task' });
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
