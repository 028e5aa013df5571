import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { noticeActions } from '@espalier/core/notice';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppStore } from '../store.ts';
import { MenuButton } from '../ui/menu.tsx';
import { saveRoadmap, sheetsOf } from './export-files.ts';
import type { ExportKind } from './export-files.ts';
import styles from './roadmap.module.css';

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

const NONE: readonly string[] = [];

/** RM-09.35: rows out of sight are not drawn on the screen; on paper all of them are, as pictures that are there only while it is printed. */
export function PrintPicture({ title }: { readonly title: string }) {
  const store = useAppStore();
  const [sheets, setSheets] = useState(NONE);
  useEffect(() => {
    const before = () => flushSync(() => setSheets(sheetsOf(store.getState(), title)));
    const after = () => setSheets(NONE);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [store, title]);
  return sheets.map((svg, index) => (
    // The core escapes every text in it.
    <div key={index} className={styles.print} data-sheet dangerouslySetInnerHTML={{ __html: svg }} />
  ));
}
