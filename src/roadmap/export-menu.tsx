import { noticeActions } from '@espalier/core/notice';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppStore } from '../store.ts';
import { MenuButton } from '../ui/menu.tsx';
import { download, fileOf, PictureTooLarge } from './export-files.ts';
import type { ExportKind } from './export-files.ts';

const ENTRIES: readonly { readonly key: ExportKind; readonly label: string; readonly hint: string }[] = [
  { key: 'svg', label: 'SVG', hint: 'The roadmap as a drawing' },
  { key: 'png', label: 'PNG', hint: 'The roadmap as a picture' },
  { key: 'csv', label: 'CSV', hint: 'The rows as a table' },
];

const TOO_LARGE =
  'It has too many rows for a picture that can be read. SVG has no such limit; filters make it smaller.';

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
    try {
      const blob = await fileOf(kind, store.getState(), title);
      if (blob !== null) download(blob, `roadmap-${groupPath.replaceAll('/', '-')}.${kind}`);
    } catch (error) {
      log.error('The roadmap could not be exported', error);
      const detail = error instanceof PictureTooLarge ? TOO_LARGE : undefined;
      const text = `The roadmap could not be exported as ${kind.toUpperCase()}`;
      dispatch(noticeActions.raised({ kind: 'danger', text, ...(detail !== undefined && { detail }) }));
    }
  };
  return <MenuButton label="Export" icon="download" entries={ENTRIES} onChoose={(kind) => void save(kind)} />;
}
