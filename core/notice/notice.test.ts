import { PlannerBuilder } from '../testing/index.ts';
import { madeIn } from '../store/action.ts';
import { noticeActions, selectNotices, selectToasts } from './index.ts';
import { TOAST } from './saga.ts';

const toast = (text: string) => noticeActions.raised({ kind: 'toast', text });
const alert = (text: string, detail?: string) =>
  noticeActions.raised({ kind: 'danger', text, scope: 'tree', ...(detail !== undefined && { detail }) });

describe('toasts', () => {
  const shown = (planner: ReturnType<PlannerBuilder['build']>) => selectToasts(planner.state).map(({ text }) => text);

  test('BD-04.1 a toast hides itself after 5000 ms', async () => {
    const planner = new PlannerBuilder().build();
    await planner.do(toast('Child removed'));
    await planner.fake.clock.advance(4999);
    expect(shown(planner)).toEqual(['Child removed']);
    await planner.fake.clock.advance(1);
    expect(shown(planner)).toEqual([]);
    expect(TOAST.hideAfter).toBeGreaterThanOrEqual(TOAST.minimum);
  });

  test('BD-04.1 another time can be asked for, and less than 1000 ms is 1000 ms', async () => {
    const planner = new PlannerBuilder().build();
    const raise = (text: string, hideAfter: number) => noticeActions.raised({ kind: 'toast', text, hideAfter });
    await planner.do(raise('Short', 10), raise('Long', 8000));
    await planner.fake.clock.advance(999);
    expect(shown(planner)).toEqual(['Short', 'Long']);
    await planner.fake.clock.advance(1);
    expect(shown(planner)).toEqual(['Long']);
    const id = selectToasts(planner.state)[0]?.id ?? '';
    await planner.do(noticeActions.toastHovered({ id }), noticeActions.toastLeft({ id }));
    await planner.fake.clock.advance(7999);
    expect(shown(planner)).toEqual(['Long']);
    await planner.fake.clock.advance(1);
    expect(shown(planner)).toEqual([]);
  });

  test('BD-04.2 hovering pauses, leaving starts the full time again', async () => {
    const planner = new PlannerBuilder().build();
    await planner.do(toast('Child removed'));
    const id = selectToasts(planner.state)[0]?.id ?? '';
    await planner.fake.clock.advance(4000);
    await planner.do(noticeActions.toastHovered({ id }));
    await planner.fake.clock.advance(60_000);
    expect(shown(planner)).toEqual(['Child removed']);
    await planner.do(noticeActions.toastLeft({ id }));
    await planner.fake.clock.advance(4999);
    expect(shown(planner)).toEqual(['Child removed']);
    await planner.fake.clock.advance(1);
    expect(shown(planner)).toEqual([]);
  });

  test('BD-04.3 a toast can be closed, and its timer ends', async () => {
    const planner = new PlannerBuilder().build();
    await planner.do(toast('Child removed'));
    await planner.do(noticeActions.dismissed({ id: selectToasts(planner.state)[0]?.id ?? '' }));
    expect(shown(planner)).toEqual([]);
    expect(planner.fake.clock.waiting).toBe(0);
  });

  test('BD-04.4 toasts of the same text stack', async () => {
    const planner = new PlannerBuilder().build();
    await planner.do(toast('Child removed'), toast('Child removed'));
    expect(shown(planner)).toHaveLength(2);
  });
});

describe('alerts', () => {
  test('BD-04.4 the same text is shown once in a place, with the newer detail', async () => {
    const planner = new PlannerBuilder().build();
    await planner.do(alert('Failed', 'first'), alert('Other'), alert('Failed', 'second'));
    expect(selectNotices(planner.state, 'tree').map(({ text, detail }) => [text, detail])).toEqual([
      ['Other', null],
      ['Failed', 'second'],
    ]);
    expect(selectNotices(planner.state, 'page')).toEqual([]);
    expect(selectNotices(planner.state, 'tree')).toBe(selectNotices(planner.state, 'tree'));
  });

  test('BD-04.5 leaving a place takes its alerts away, not the toasts', async () => {
    const planner = new PlannerBuilder().build();
    await planner.do(alert('Failed'), toast('Child removed'), noticeActions.scopeCleared({ scope: 'tree' }));
    expect(selectNotices(planner.state, 'tree')).toEqual([]);
    expect(selectToasts(planner.state)).toHaveLength(1);
  });

  test('BD-04.8 an alert of an item over the page stands there, and leaves with it', async () => {
    const planner = new PlannerBuilder().build();
    const over = noticeActions.raised({ kind: 'danger', text: 'Failed', scope: 'tree', place: 'over' });
    await planner.do(alert('Failed'), over, over);
    const counts = () => [undefined, 'over' as const].map((at) => selectNotices(planner.state, 'tree', at).length);
    expect(counts()).toEqual([1, 1]);
    await planner.do(madeIn(noticeActions.scopeCleared({ scope: 'tree' }), 'over'));
    expect(counts()).toEqual([1, 0]);
  });

  test('BD-04.3 an alert can be dismissed', async () => {
    const planner = new PlannerBuilder().build();
    await planner.do(alert('Failed'));
    await planner.do(noticeActions.dismissed({ id: selectNotices(planner.state, 'tree')[0]?.id ?? '' }));
    expect(selectNotices(planner.state, 'tree')).toEqual([]);
  });
});
