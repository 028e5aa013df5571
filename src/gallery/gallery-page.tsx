import { usePageTitle } from '../frame/page-title.ts';
import { Tabs, useQueryTab } from '../ui/tabs.tsx';
import { Choices } from './choices.tsx';
import { Messages } from './messages.tsx';
import { Rows } from './rows.tsx';
import { Texts } from './texts.tsx';
import styles from './gallery.module.css';

const TABS = [
  { key: 'texts', title: 'Texts and signs' },
  { key: 'choices', title: 'Choices and fields' },
  { key: 'messages', title: 'Messages and popups' },
  { key: 'rows', title: 'Rows and filters' },
] as const;

const PANELS = { texts: Texts, choices: Choices, messages: Messages, rows: Rows } as const;

/** Every shared control in every state. It looks the same on every day, so that its pictures can be compared. */
export function GalleryPage() {
  usePageTitle('Gallery');
  const [active = 'texts', choose] = useQueryTab(TABS);
  const Panel = PANELS[active];
  return (
    <>
      <h1 className={styles.title} tabIndex={-1}>
        Gallery
      </h1>
      <p className={styles.lead}>
        The controls that all pages share, in every state. Change the theme at the top right.
      </p>
      <Tabs label="Kinds of controls" tabs={TABS} active={active} onChoose={choose} className={styles.bar}>
        <div className={styles.panel}>
          <Panel />
        </div>
      </Tabs>
    </>
  );
}
