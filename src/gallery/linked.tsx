import { formatInstant } from '@espalier/core/calendar';
import type { BlockersModel, LinkRow } from '@espalier/core/link';
import { CYCLE_TEXT, pipelineLook, shownBlockers, stateLook } from '@espalier/core/link';
import { blockedByText, confidentialTooltip, HEALTH } from '@espalier/core/work-item';
import { BlockersShown, popoverClass } from '../link/blockers.tsx';
import { LinkRows } from '../link/link-rows.tsx';
import { usePorts } from '../ports/context.ts';
import { classes } from '../ui/classes.ts';
import { PEOPLE, Section, Specimen } from './specimen.tsx';
import styles from './gallery.module.css';

const DAY_MS = 86_400_000;

const LINK: LinkRow = {
  id: 'link',
  look: stateLook('issue', 'opened'),
  reference: 'acme/app#7',
  title: 'Dig the holes',
  href: '/-/gallery?tab=rows',
  confidential: null,
  facts: { milestone: null, assignees: { shown: [], hidden: 0, more: null }, updated: null },
  pipeline: null,
  cycle: null,
  removal: { subjectId: 'gid://gitlab/Epic/1', id: 'link', kind: 'issue', relationPath: '/none' },
};

const linkStates = (at: string): readonly LinkRow[] => [
  {
    ...LINK,
    facts: {
      milestone: { text: 'Spring', label: 'Milestone Spring: 2 weeks remaining (Apr 30, 2026)' },
      due: { text: 'Yesterday', label: 'Due Yesterday', late: true },
      weight: 3,
      health: [HEALTH.needsAttention],
      assignees: { shown: PEOPLE, hidden: 0, more: null },
      updated: { what: 'Created', at },
    },
  },
  { ...LINK, title: 'One of those that wait for each other', look: stateLook('epic', 'opened'), cycle: CYCLE_TEXT },
  {
    ...LINK,
    title: 'Bought and confidential',
    look: stateLook('issue', 'closed'),
    confidential: confidentialTooltip('issue'),
    facts: {
      ...LINK.facts,
      due: { text: 'Mar 1, 2026', label: 'Due Mar 1, 2026', late: false },
      updated: { what: 'Closed', at },
    },
  },
  { ...LINK, title: 'Without a page and without the right to remove it', href: null, removal: null },
];

const mergeRequestStates = (at: string): readonly LinkRow[] =>
  (['opened', 'merged', 'closed'] as const).map((state, index) => ({
    ...LINK,
    look: stateLook('mergeRequest', state),
    reference: `acme/app!${index + 1}`,
    title: `A merge request that is ${state}`,
    pipeline: pipelineLook(['running', 'success', 'failed'][index] ?? null),
    facts: { ...LINK.facts, updated: { what: { opened: 'Created', merged: 'Merged', closed: 'Closed' }[state], at } },
    removal: null,
  }));

const named = (rows: readonly LinkRow[]): readonly LinkRow[] =>
  rows.map((row, index) => ({ ...row, id: `${row.look.label} ${index}` }));

export function LinkedRows() {
  const { clock } = usePorts();
  const at = formatInstant(clock.now() - 3 * DAY_MS);
  return (
    <Section id="link-rows" title="Linked items">
      <div className={styles.whole}>
        <LinkRows heading="Blocks" rows={named(linkStates(at))} />
        <LinkRows heading="Merge requests" rows={named(mergeRequestStates(at))} />
      </div>
    </Section>
  );
}

const BLOCKED = { kind: 'issue', webPath: '/acme/app/-/issues/7' } as const;
const blockers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `gid://gitlab/Issue/${index}`,
    title:
      index === 1
        ? 'A title of more than eighty characters, which is cut so that what stands below it stays in sight'
        : `Blocker ${index + 1}`,
    reference: `acme/app#${index + 1}`,
    webPath: '/-/gallery?tab=rows',
  }));
const POPOVERS: readonly (readonly [state: string, count: number, model: BlockersModel | null])[] = [
  ['Being asked for', 1, null],
  ['More than three', 5, { status: 'ready', ...shownBlockers('issue', blockers(5), 5) }],
  ['Failed', 2, { status: 'failed', ...shownBlockers('issue', [], 0) }],
];

export function BlockedPopovers() {
  return (
    <Section id="blocked" title="What blocks an item">
      {POPOVERS.map(([state, count, model]) => (
        <Specimen key={state} state={state}>
          <div className={classes(popoverClass, styles.still)}>
            <BlockersShown text={blockedByText('issue', count)} model={model} item={BLOCKED} />
          </div>
        </Specimen>
      ))}
    </Section>
  );
}
