import { noticeActions } from '@espalier/core/notice';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppStore } from '../store.ts';
import { MenuButton } from '../ui/menu.tsx';
import { saveRoadmap } from './export-files.ts';
import type { ExportKind } from './export-files.ts';

const ENTRIES: readonly { readonly key: ExportKind; readonly label: string; readonly hint: string }[] = [
  { key: 'svg', label: 'SVG', hint: 'The roadmap as a drawing' },
  { key: 'png', label: 'PNG', hint: 'The roadmap as a picture' },
  { key: 'csv', label: 'CSV', hint: 'The rows as a table' },
];

interface ExportMenuProps {
  readonly groupPath: string;
  readonly title: string;
}

/** The loaded rows as a file. */
export function ExportMenu({ groupPath, title }: ExportMenuProps) {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const { log } = usePorts();
  const save = async (kind: ExportKind) => {
    const failure = await saveRoadmap(kind, store.getState(), { groupPath, title, log });
    if (failure !== null) dispatch(noticeActions.raised(failure));
  };
  return <MenuButton label="Export" icon="download" entries={ENTRIES} onChoose={(kind) => void save(kind)} />;
}
