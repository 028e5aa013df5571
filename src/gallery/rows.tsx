import { Fragment, useLayoutEffect, useState } from 'react';
import { formatInstant } from '@espalier/core/calendar';
import type { ItemRow, RowModel } from '@espalier/core';
import { blockedByText, confidentialTooltip, HEALTH, ROW_COLUMNS, splitScopedLabel } from '@espalier/core/work-item';
import type { Filters } from '@espalier/core/filter';
import { NO_FILTERS } from '@espalier/core/filter';
import { roadmapSaga } from '@espalier/core/roadmap';
import { usePorts } from '../ports/context.ts';
import type { TreeRowProps } from '../tree/tree-row.tsx';
import { drawnRow } from '../tree/tree-row.tsx';
import { classes } from '../ui/classes.ts';
import { rowsOf } from '../work-item/item-line.tsx';
import { useWatch } from '../store.ts';
import { FilterBar } from '../roadmap/filter-bar.tsx';
import { Bars } from './bars.tsx';
import { BlockedPopovers, LinkedRows } from './linked.tsx';
import { PEOPLE, Section, Specimen } from './specimen.tsx';
import styles from './gallery.module.css';

const DAY_MS = 86_400_000;

/** Parts of the pages that show items, in states that are rare there. */
export function Rows() {
  return (
    <>
      <TreeRows />
      <LinkedRows />
      <BlockedPopovers />
      <Bars />
      <FilteredSearch />
    </>
  );
}

const EPIC: RowModel = {
  id: 'gid://gitlab/Epic/1',
  type: 'epic',
  icon: 'epic',
  iconLabel: 'Epic',
  state: 'opened',
  reference: '&1',
  title: 'Plant the trees',
  href: '/-/gallery?tab=rows',
  confidential: null,
  stateText: 'Created',
  stateAt: null,
  updatedAt: null,
  weight: null,
  milestone: null,
  dueDate: null,
  dueText: null,
  late: false,
  labels: [],
  assignees: { shown: [], hidden: 0, more: null },
  health: null,
  blocked: null,
  counts: null,
  tasks: null,
  progress: null,
  healthCounts: [],
  canRemove: true,
  canMove: true,
};
const ISSUE: RowModel = { ...EPIC, type: 'issue', icon: 'issues', iconLabel: 'Issue', reference: 'acme/app#7' };
const label = (title: string, color: string) => ({
  id: title,
  title,
  color,
  textColor: '#FFFFFF',
  description: null,
  scoped: splitScopedLabel(title),
  href: '/-/gallery?tab=rows',
});
const MILESTONE = { text: 'Spring', label: 'Milestone Spring: Expired 6 months ago (Apr 30, 2026)', late: true };

type State = readonly [model: RowModel, row?: Partial<ItemRow>, props?: Partial<TreeRowProps>];

const treeStates = (at: string): readonly State[] => [
  [
    {
      ...EPIC,
      labels: [label('priority::high', '#1068bf'), label('garden', '#217645')],
      counts: [
        { label: 'Epics', opened: 2, closed: 1, total: 3, text: '2 open, 1 closed' },
        { label: 'Issues', opened: 5, closed: 4, total: 9, text: '5 open, 4 closed' },
      ],
      healthCounts: (['onTrack', 'needsAttention', 'atRisk'] as const).map((status, index) => ({
        status,
        ...HEALTH[status],
        count: index + 1,
      })),
    },
    { expandable: true, expanded: true },
  ],
  [{ ...ISSUE, title: 'Dig the holes', weight: 3, milestone: MILESTONE, dueText: 'Mar 1, 2026' }, { depth: 1 }],
  [
    {
      ...ISSUE,
      title: 'Water them, which is confidential',
      confidential: { tooltip: confidentialTooltip('issue') },
      health: HEALTH.atRisk,
      assignees: { shown: PEOPLE.slice(0, 2), hidden: 4, more: '+4' },
    },
    { depth: 1 },
  ],
  [
    {
      ...ISSUE,
      icon: 'issue-block',
      iconLabel: 'Blocked issue',
      title: 'Pick the fruit',
      blocked: { count: 2, text: blockedByText('issue', 2), kind: 'issue', iid: '7', groupPath: null, webPath: '/x' },
    },
    { depth: 2 },
  ],
  [
    {
      ...ISSUE,
      icon: 'issue-closed',
      iconLabel: 'Closed issue',
      title: 'Buy a spade',
      state: 'closed',
      stateText: 'Closed',
      stateAt: at,
    },
    { depth: 1 },
  ],
  [
    { ...EPIC, title: 'Its children are coming' },
    { expandable: true, loading: true },
  ],
  [{ ...EPIC, title: 'On its way out' }, { removing: true }],
  [{ ...EPIC, title: 'Something would drop here' }, { expandable: true }, { target: true }],
];

function TreeRows() {
  const { clock } = usePorts();
  const states = treeStates(formatInstant(clock.now() - 3 * DAY_MS));
  const { className: rowsClass, ...columns } = rowsOf(ROW_COLUMNS);
  return (
    <Section id="tree-rows" title="Rows of the tree">
      <div className={classes(styles.box, rowsClass)} {...columns} role="treegrid" aria-label="Rows of the tree">
        {states.map(([model, change = {}, props = {}], index) => {
          const row: ItemRow = {
            kind: 'item',
            key: `gallery ${index}`,
            id: `${model.id}${index}`,
            parentId: EPIC.id,
            depth: 0,
            index,
            siblingCount: states.length,
            expandable: false,
            expanded: false,
            loading: false,
            removing: false,
            ...change,
          };
          const drag = { ref: nothing, attributes: {}, style: { position: 'relative' as const } };
          const drawn = drawnRow({ row, index, active: false, drag, ...props }, model, null);
          return <Fragment key={row.key}>{drawn}</Fragment>;
        })}
      </div>
    </Section>
  );
}

const nothing = () => undefined;

const FILLED: Filters = {
  tokens: [
    { key: 'author', operator: '!=', value: 'ada' },
    { key: 'label', operator: '=', value: 'priority::high' },
    { key: 'confidential', operator: '=', value: 'true' },
    { key: 'reaction', operator: '=', value: 'None' },
  ],
  search: 'two words',
};

/** RM-03, live: names, operators and texts can be chosen; what a group has (people, labels, milestones, epics) is found on its roadmap only. */
function FilteredSearch() {
  const watch = useWatch();
  const [empty, setEmpty] = useState(NO_FILTERS);
  const [filled, setFilled] = useState(FILLED);
  useLayoutEffect(() => watch('roadmap', roadmapSaga), [watch]);
  return (
    <Section id="filters" title="Filtered search">
      <Specimen state="Empty" whole>
        <FilterBar filters={empty} onChange={setEmpty} />
      </Specimen>
      <Specimen state="With filters" whole>
        <FilterBar filters={filled} onChange={setFilled} />
      </Specimen>
    </Section>
  );
}
