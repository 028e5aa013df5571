import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import styles from './epics-help-page.module.css';
import { usePageTitle } from './page-title.ts';

/** RM-15.5: what epics, their dates and their children are, in the words of the screens. */
export function EpicsHelpPage() {
  usePageTitle('Epics');
  const { hash } = useLocation();
  useEffect(() => {
    const place = hash === '' ? null : document.getElementById(hash.slice(1));
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <article className={styles.page}>
      <h1 tabIndex={-1}>Epics</h1>
      <p>
        An epic belongs to a group and stands for a larger piece of work. Its child items are issues of the
        group&rsquo;s projects and other epics. The list of a group&rsquo;s epics leads to each of them, and to New epic
        for those who may create one.
      </p>
      <h2>Start and due date</h2>
      <p>
        Each of the two dates is either fixed or inherited. A fixed date is the day that somebody chose. An inherited
        one follows from what is below the epic: the earliest start and the latest due date among the milestones of its
        issues and the dates of its child epics. Both kinds are changed in the sidebar of the epic.
      </p>
      <h2>Roadmap</h2>
      <p>
        The roadmap of a group shows its epics along time. An epic has a bar there if it has a start or a due date and
        its days lie within the dates shown. Epics without a bar are listed below the timeline with the reason, and can
        be given dates there.
      </p>
      <h2 id="multi-level-child-epics" tabIndex={-1}>
        Multi-level child epics
      </h2>
      <p>
        An epic can have child epics, and these can have child epics of their own, seven levels of epics in all. They
        are added in the tree of the epic&rsquo;s page, by Add a new epic and Add an existing epic in the menu Add, or
        by dragging a row below another epic. The tab Roadmap view of the same page shows the child epics along time. It
        is empty as long as none of them has a start or due date: open a child epic, or its entry below the timeline,
        and set one.
      </p>
    </article>
  );
}
