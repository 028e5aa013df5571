import { useRef } from 'react';
import type { Planner } from '@espalier/core';
import type { Chart, Mounted } from './chart.ts';
import { createPlanner } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import {
  DEFAULT_VIEW,
  roadmapActions,
  roadmapConfig,
  roadmapSaga,
  selectRoadmapConfig,
  selectRoadmapHeader,
  selectRoadmapRows,
  selectRoadmapStatus,
  selectRoadmapView,
  selectTimeframe,
} from '@espalier/core/roadmap';
import { FakePorts, settle } from '@espalier/core/testing';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { listAnswer, milestoneNode, milestonesAnswer } from '../../../../../core/roadmap/testing/answers.ts';
import { WatchContext, useAppSelector } from '../../../../../src/store.ts';
import { PortsContext } from '../../../../../src/ports/context.ts';
import { RoadmapScreen } from '../../../../../src/roadmap/roadmap-screen.tsx';
import { Timeline } from '../../../../../src/roadmap/timeline.tsx';
import { until } from '../../page/contestant.ts';
import { fromTop, placesOf, query } from './chart.ts';
import { nodesOf } from './data.ts';

const MILESTONES = 42;
const SESSION = { user: null, features: {}, settings: {}, firstRun: false };

const put = ({ store }: Planner, action: { readonly type: string }): void => void store.dispatch(action);

/** A planner over ports in memory, which answer at once: every epic in one page, a milestone every month. */
function plannerOf(size: number): { planner: Planner; fake: FakePorts } {
  const fake = new FakePorts();
  const milestones = Array.from({ length: MILESTONES }, (_, index) =>
    milestoneNode(index + 1, {
      startDate: `${2025 + Math.floor((index + 4) / 12)}-${String(((index + 4) % 12) + 1).padStart(2, '0')}-03`,
      dueDate: `${2025 + Math.floor((index + 5) / 12)}-${String(((index + 5) % 12) + 1).padStart(2, '0')}-20`,
    }),
  );
  fake.script = ({ what }) => {
    if (what === 'roadmapGroupEpics') return { data: listAnswer(nodesOf(size)) };
    if (what === 'roadmapUndated') return { data: listAnswer([]) };
    return what === 'groupMilestones' ? { data: milestonesAnswer(milestones) } : undefined;
  };
  const planner = createPlanner(fake.ports);
  put(planner, accessActions.sessionReceived(SESSION));
  return { planner, fake };
}

type Root = Parameters<typeof selectRoadmapRows>[0] & Parameters<typeof selectRoadmapStatus>[0];
const rootOf = ({ store }: Planner): Root => store.getState() as unknown as Root;

/** The product's timeline, as its screen draws it. */
function Shown() {
  const config = useAppSelector(selectRoadmapConfig);
  const view = useAppSelector(selectRoadmapView);
  const header = useAppSelector(selectRoadmapHeader);
  const timeframe = useAppSelector(selectTimeframe);
  const left = useRef(null);
  if (config === null || header === null || timeframe === null) return null;
  return <Timeline config={config} view={view} header={header} timeframe={timeframe} left={left} />;
}

function mountedIn(stage: HTMLElement, planner: Planner, unmount: () => void): Mounted {
  const scroller = (): HTMLElement => query(stage, '[role="treegrid"]');
  const origin = (): number =>
    scroller().getBoundingClientRect().left + scroller().clientLeft + 320 - scroller().scrollLeft;
  const bars = (): NodeListOf<Element> => stage.querySelectorAll('[data-row] [data-cell="bar"]');
  return {
    count: () => selectRoadmapRows(rootOf(planner)).rows.length,
    titles: () => fromTop(stage.querySelectorAll('[data-row] [data-cell="title"]')),
    places: () => placesOf(bars(), origin()),
    bars: () => bars().length,
    scrollTo({ x, y }) {
      const element = scroller();
      element.scrollLeft = x;
      element.scrollTop = y;
    },
    unmount() {
      unmount();
      put(planner, roadmapActions.roadmapClosed());
      planner.dispose();
    },
  };
}

/** The product's own timeline over its store, whose epics have been read: what a page does that has its answers. */
export const espalier: Chart = {
  async prepare(stage, size) {
    const { planner, fake } = plannerOf(size);
    planner.watch('roadmap', roadmapSaga);
    const config = roadmapConfig({}, 'acme', SESSION);
    const view = { ...DEFAULT_VIEW, range: 'THREE_YEARS', preset: 'MONTHS', showMilestones: false } as const;
    put(planner, roadmapActions.roadmapOpened({ config, view }));
    await settle();
    if (selectRoadmapStatus(rootOf(planner)) !== 'ready') throw new Error('The epics were not read');
    const root = createRoot(stage);
    return () => {
      flushSync(() =>
        root.render(
          <PortsContext value={fake.ports}>
            <Provider store={planner.store}>
              <MemoryRouter>
                <Shown />
              </MemoryRouter>
            </Provider>
          </PortsContext>,
        ),
      );
      return mountedIn(stage, planner, () => root.unmount());
    };
  },
};

/** The whole screen at an address: filters, order, settings, milestones, the tray. */
export const screenAt = (query: string): Chart => ({
  async prepare(stage, size) {
    const { planner, fake } = plannerOf(size);
    const root = createRoot(stage);
    root.render(
      <PortsContext value={fake.ports}>
        <Provider store={planner.store}>
          <WatchContext value={planner.watch}>
            <MemoryRouter initialEntries={[`/groups/acme/-/roadmap?${query}`]}>
              <RoadmapScreen groupPath="acme" epicIid={null} head={null} />
            </MemoryRouter>
          </WatchContext>
        </Provider>
      </PortsContext>,
    );
    const mounted = mountedIn(stage, planner, () => root.unmount());
    await until(() => mounted.bars() > 0, 'the bars of the whole screen');
    return () => mounted;
  },
});
