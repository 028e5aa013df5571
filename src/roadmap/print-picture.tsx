import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppStore } from '../store.ts';
import { pictureOf } from './export-files.ts';
import styles from './roadmap.module.css';

/** Rows out of sight are not drawn on the screen; on paper all of them are, as a picture that is there only while it is printed. */
export function PrintPicture({ title }: { readonly title: string }) {
  const store = useAppStore();
  const [svg, setSvg] = useState<string | null>(null);
  useEffect(() => {
    const before = () => flushSync(() => setSvg(pictureOf(store.getState(), title)));
    const after = () => setSvg(null);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [store, title]);
  // The core escapes every text in it.
  return svg === null ? null : <div className={styles.print} dangerouslySetInnerHTML={{ __html: svg }} />;
}
