import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppStore } from '../store.ts';
import { sheetsOf } from './export-files.ts';
import styles from './roadmap.module.css';

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
