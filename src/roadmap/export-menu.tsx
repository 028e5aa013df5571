import { noticeActions } from '@espalier/core/notice';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppStore } from '../store.ts';
import { MenuButton } from '../ui/menu.tsx';
import { download, fileOf } from './export-files.ts';
import type { ExportKind } from './export-files.ts';

const ENTRIES: readonly { readonly key: ExportKind; readonly label: string; readonly hint: string }[] = [
  { key: 'svg', label: 'SVG', hint: 'The roadmap as a drawing' },
  { key: 'png', label: 'PNG', hint: 'The roadmap as a picture' },
  { key: 'csv', label: 'CSV', hint: 'The rows as a table' },
];

/** The loaded rows as a file. */
export function ExportMenu({ groupPath }: { readonly groupPath: string }) {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const { log } = usePorts();
  const save = async (kind: ExportKind) => {
    try {
      const blob = await fileOf(kind, store.getState(), `Roadmap · ${groupPath}`);
      if (blob !== null) download(blob, `roadmap-${groupPath.replaceAll('/', '-')}.${kind}`);
    } catch (error) {
      log.error('The roadmap could not be exported', error);
      dispatch(
        noticeActions.raised({ kind: 'danger', text: `The roadmap could not be exported as ${kind.toUpperCase()}` }),
      );
    }
  };
  return <MenuButton label="Export" icon="download" entries={ENTRIES} onChoose={(kind) => void save(kind)} />;
}
