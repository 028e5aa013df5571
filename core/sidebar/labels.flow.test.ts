import { refusal, wireError } from '../testing/ports.ts';
import type { WireError } from '../ports/index.ts';
import { epicEdits } from '../epic/actions.ts';
import {
  LABEL_SEARCH_DELAY,
  selectLabelPicker,
  selectSidebarLabels,
  sidebarActions,
  SIDEBAR_ERRORS,
  SIDEBAR_TEXTS,
} from './index.ts';
import { label, labelsAnswer, type SidebarPlanner, sidebarPlanner, updateAnswer } from './testing/answers.ts';

const picker = ({ root }: SidebarPlanner) => selectLabelPicker(root);
const options = (planner: SidebarPlanner) =>
  picker(planner).options.map(({ title, ticked }) => `${ticked ? '+' : '-'}${title}`);
const titles = ({ root }: SidebarPlanner) => selectSidebarLabels(root).labels.map(({ title }) => title);
const closed = epicEdits.labelsChanged();
const [a, high, low, zeta] = [label(1, 'a'), label(2, 'p::high'), label(3, 'p::low'), label(4, 'zeta')];

async function opened(...found: readonly object[]): Promise<SidebarPlanner> {
  const planner = await sidebarPlanner().shown();
  await planner.do(sidebarActions.labelPickerOpened());
  await planner.fake.next('epicLabels').answer(labelsAnswer(...(found.length === 0 ? [a, high, low, zeta] : found)));
  return planner;
}

test('EP-08.4 the list is read at once when it is opened, and 250 ms after the last keystroke', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(sidebarActions.labelPickerOpened());
  expect(planner.fake.next('epicLabels').variables).toEqual({ fullPath: 'acme' });
  await planner.do(sidebarActions.labelsSearched({ search: 'p' }));
  await planner.fake.clock.advance(LABEL_SEARCH_DELAY - 1);
  await planner.do(sidebarActions.labelsSearched({ search: 'p:' }));
  await planner.fake.clock.advance(LABEL_SEARCH_DELAY - 1);
  expect(planner.count('epicLabels')).toBe(1);
  expect(picker(planner).status).toBe('loading');
  await planner.fake.clock.advance(1);
  const call = planner.fake.next('epicLabels');
  expect(call.variables).toEqual({ fullPath: 'acme', searchTerm: 'p:' });
  await call.answer(labelsAnswer(high, low));
  expect(options(planner)).toEqual(['-p::high', '-p::low']);
});

test('EP-08.4 the latest search wins; a closed list takes nothing in', async () => {
  const planner = await opened();
  await planner.do(sidebarActions.labelsSearched({ search: 'zz' }));
  await planner.fake.clock.advance(LABEL_SEARCH_DELAY);
  const first = planner.fake.next('epicLabels');
  await planner.do(sidebarActions.labelsSearched({ search: 'ze' }));
  expect(first.cancelled).toBe(true);
  await planner.do(closed);
  await planner.fake.clock.advance(LABEL_SEARCH_DELAY);
  expect(planner.count('epicLabels')).toBe(2);
  expect(picker(planner).search).toBe('');
});

test('EP-08.5 what is known and fits stands there until the answer comes', async () => {
  const planner = await opened();
  expect(options(planner)).toEqual(['+a', '-p::high', '-p::low', '-zeta']);
  await planner.do(sidebarActions.labelsSearched({ search: 'ZET' }));
  expect(options(planner)).toEqual(['-zeta']);
  await planner.fake.clock.advance(LABEL_SEARCH_DELAY);
  await planner.fake.next('epicLabels').answer(labelsAnswer());
  expect(picker(planner)).toMatchObject({ options: [], empty: SIDEBAR_TEXTS.noLabels });
});

test('EP-08.1 EP-08.3 ticks are saved once when the list is closed, one of a scope', async () => {
  const planner = await opened();
  for (const tick of [high, low, zeta]) await planner.do(sidebarActions.labelTicked({ label: tick, ticked: true }));
  await planner.do(sidebarActions.labelTicked({ label: a, ticked: false }));
  expect(options(planner)).toEqual(['-a', '-p::high', '+p::low', '+zeta']);
  expect(titles(planner)).toEqual(['a']);
  await planner.do(closed);
  expect(titles(planner)).toEqual(['p::low', 'zeta']);
  expect(planner.update.variables['input']).toEqual({
    groupPath: 'acme',
    iid: '1',
    addLabelIds: [low.id, zeta.id],
    removeLabelIds: [a.id],
  });
  await planner.update.answer(updateAnswer({ labels: { nodes: [low, zeta] } }));
  expect(selectSidebarLabels(planner.root)).toMatchObject({
    saving: false,
    labels: [{ scoped: { scope: 'p', value: 'low' }, href: '/groups/acme/-/epics?label_name[]=p%3A%3Alow' }, {}],
  });
});

test('EP-08.3 without a difference, and discarded, nothing is sent', async () => {
  const planner = await opened();
  await planner.do(sidebarActions.labelTicked({ label: zeta, ticked: true }));
  await planner.do(sidebarActions.labelTicked({ label: zeta, ticked: false }), closed);
  await planner.do(sidebarActions.labelPickerOpened(), sidebarActions.labelTicked({ label: zeta, ticked: true }));
  await planner.do(sidebarActions.labelPickerClosed());
  expect(planner.root.pending).toEqual([]);
});

test('EP-08.14 further pages are read by their cursors and shown as they come, a thousand labels at most', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(sidebarActions.labelPickerOpened());
  const page = (endCursor: string | null, ...labels: readonly object[]) => {
    const answer = labelsAnswer(...labels);
    const pageInfo = { hasNextPage: endCursor !== null, endCursor };
    return { workspace: { ...answer.workspace, labels: { ...answer.workspace.labels, pageInfo } } };
  };
  await planner.fake.next('epicLabels').answer(page('one', high));
  expect(options(planner)).toContain('-p::high');
  const second = planner.fake.next('epicLabels');
  expect(second.variables).toEqual({ fullPath: 'acme', after: 'one' });
  await second.answer(page(null, low));
  expect(options(planner)).toEqual(expect.arrayContaining(['-p::high', '-p::low']));
  expect([picker(planner).hint, planner.fake.waiting('epicLabels')]).toEqual([null, []]);

  await planner.do(sidebarActions.labelsSearched({ search: 'p' }));
  await planner.fake.clock.advance(LABEL_SEARCH_DELAY);
  for (let read = 1; read <= 10; read += 1) await planner.fake.next('epicLabels').answer(page(`p${read}`, high));
  expect(planner.fake.waiting('epicLabels')).toEqual([]);
  expect(picker(planner).hint).toMatch(/more labels/);
});

test('EP-08.6 labels that cannot be read have the catalogue’s text, and can be asked for again', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(sidebarActions.labelPickerOpened());
  await planner.fake.next('epicLabels').fail(refusal(500));
  expect(planner.app.alerts).toEqual([]);
  expect(picker(planner)).toMatchObject({ status: 'failed', error: 'There was a problem fetching labels.' });
  await planner.do(sidebarActions.partRetried({ part: 'labels' }));
  await planner.fake.next('epicLabels').answer(labelsAnswer(zeta));
  expect(options(planner)).toEqual(['+a', '-zeta']);
  await planner.do(sidebarActions.labelsSearched({ search: 'x' }));
  await planner.fake.clock.advance(LABEL_SEARCH_DELAY);
  await planner.fake.next('epicLabels').answer({ workspace: null });
  expect(picker(planner).status).toBe('failed');
});

describe('a new label', () => {
  const start = async () => {
    const planner = await opened();
    await planner.do(sidebarActions.labelsSearched({ search: ' fresh ' }), sidebarActions.newLabelOpened());
    return planner;
  };
  const form = (planner: SidebarPlanner) => picker(planner).newLabel;

  test('EP-08.7 is made in the group from what was looked for, and ticked', async () => {
    const planner = await start();
    expect(form(planner)).toMatchObject({ title: 'fresh', color: '#6699cc', submittable: true });
    await planner.do(sidebarActions.newLabelColorChanged({ color: '#ABC' }), sidebarActions.newLabelSubmitted());
    expect(form(planner)).toMatchObject({ sending: true, submittable: false });
    const call = planner.fake.next('labelCreate');
    expect(call.variables).toEqual({ input: { groupPath: 'acme', title: 'fresh', color: '#aabbcc' } });
    await call.answer({ labelCreate: { errors: [], label: label(9, 'fresh') } });
    expect(form(planner)).toBeNull();
    expect(options(planner)).toEqual(['+fresh']);
    await planner.do(closed);
    expect(titles(planner)).toEqual(['a', 'fresh']);
    expect(planner.update.variables['input']).toMatchObject({ addLabelIds: [label(9).id] });
  });

  test('EP-08.7 a blank title or no colour is not sent', async () => {
    const planner = await start();
    await planner.do(sidebarActions.newLabelTitleChanged({ title: '  ' }));
    expect(form(planner)?.submittable).toBe(false);
    await planner.do(sidebarActions.newLabelSubmitted());
    expect(form(planner)).toMatchObject({ error: "Title can't be blank", sending: false });
    await planner.do(
      sidebarActions.newLabelTitleChanged({ title: 'x' }),
      sidebarActions.newLabelColorChanged({ color: 'mauve' }),
    );
    expect(form(planner)).toMatchObject({ submittable: false, colorError: SIDEBAR_ERRORS.invalidColor });
    await planner.do(sidebarActions.newLabelSubmitted());
    expect(form(planner)?.error).toBe(SIDEBAR_ERRORS.invalidColor);
    expect(planner.count('labelCreate')).toBe(0);
  });

  test.each([
    [
      'its errors',
      { labelCreate: { errors: ['Title has already been taken'], label: null } },
      'Title has already been taken',
    ],
    ['no answer’s body', { labelCreate: null }, 'Error creating label.'],
  ])('EP-08.7 a refusal by %s is told in the form', async (_, answer, text) => {
    const planner = await start();
    await planner.do(sidebarActions.newLabelSubmitted());
    await planner.fake.next('labelCreate').answer(answer);
    expect(form(planner)).toMatchObject({ error: text, sending: false });
    expect(planner.app.alerts).toEqual([]);
  });

  test('EP-08.8 after a failure that may have made the label the next try has the same key', async () => {
    const planner = await start();
    const keys: (string | undefined)[] = [];
    for (const failure of [refusal(500), wireError({ kind: 'malformed' }), refusal(422), refusal(422)]) {
      await planner.do(sidebarActions.newLabelSubmitted());
      const call = planner.fake.next('labelCreate');
      keys.push(call.idempotencyKey);
      await call.fail(failure);
    }
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toBe(keys[0]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('EP-08.8 without an answer that can be read the next try has the same key, unless the form changed', async () => {
    const planner = await start();
    const key = async () => {
      await planner.do(sidebarActions.newLabelSubmitted());
      const call = planner.fake.next('labelCreate');
      await call.fail(wireError({ kind: 'malformed' }));
      return call.idempotencyKey;
    };
    const first = await key();
    expect(await key()).toBe(first);
    await planner.do(sidebarActions.newLabelTitleChanged({ title: 'other' }));
    expect(await key()).not.toBe(first);
  });

  test('EP-08.7 sent once, it outlives the list; opened again the list has it, and another form stays as it is', async () => {
    const planner = await start();
    await planner.do(sidebarActions.newLabelSubmitted(), sidebarActions.newLabelSubmitted());
    expect(planner.count('labelCreate')).toBe(1);
    await planner.do(sidebarActions.labelPickerClosed(), sidebarActions.labelPickerOpened());
    await planner.do(sidebarActions.newLabelOpened(), sidebarActions.newLabelTitleChanged({ title: 'other' }));
    const call = planner.fake.next('labelCreate');
    expect(call.cancelled).toBe(false);
    await call.answer({ labelCreate: { errors: [], label: label(9, 'fresh') } });
    expect(options(planner)[1]).toBe('-fresh');
    expect(form(planner)).toMatchObject({ title: 'other', sending: false });
    await planner.do(sidebarActions.newLabelSubmitted(), sidebarActions.sidebarClosed());
    expect(planner.fake.next('labelCreate').cancelled).toBe(false);
    await planner.fake.next('labelCreate').answer({ labelCreate: { errors: ['late'], label: null } });
    expect(planner.root.sidebar.newLabel.error).toBeNull();
  });

  test('EP-08.11 a request that breaks is told in the form, and can be tried again', async () => {
    const planner = await start();
    await planner.do(sidebarActions.newLabelSubmitted());
    await planner.fake.next('labelCreate').fail(new TypeError('broken') as unknown as WireError);
    expect(form(planner)).toMatchObject({ sending: false, error: 'Error creating label.' });
    expect(planner.app.alerts).toEqual([]);
    await planner.do(sidebarActions.newLabelSubmitted());
    await planner.fake.next('labelCreate').answer({ labelCreate: { errors: [], label: label(9, 'fresh') } });
    expect(options(planner)).toEqual(['+fresh']);
  });

  test('EP-08.12 until the answer nothing in the form changes', async () => {
    const planner = await start();
    await planner.do(sidebarActions.newLabelSubmitted());
    await planner.do(
      sidebarActions.newLabelTitleChanged({ title: 'other' }),
      sidebarActions.newLabelColorChanged({ color: '#000' }),
    );
    expect(form(planner)).toMatchObject({ title: 'fresh', color: '#6699cc', sending: true });
    await planner.fake.next('labelCreate').fail(refusal(422, 'Taken'));
    expect(form(planner)).toMatchObject({ sending: false, error: 'Taken' });
  });

  test('EP-08.9 what was being sent when the watchers ended is sent again under its key', async () => {
    const planner = await start();
    await planner.do(sidebarActions.newLabelSubmitted());
    const { app } = planner;
    app.planner.dispose();
    const next = sidebarPlanner(app.state);
    expect(form(next)?.sending).toBe(true);
    // What was looked for is looked for again.
    await next.fake.clock.advance(LABEL_SEARCH_DELAY);
    expect(next.fake.waiting('epicLabels')).toHaveLength(1);
    const again = next.fake.next('labelCreate');
    expect(again.idempotencyKey).toBe(planner.fake.next('labelCreate').idempotencyKey);
    await again.answer({ labelCreate: { errors: [], label: label(9, 'fresh') } });
    expect([form(next), options(next)]).toEqual([null, ['+fresh']]);
  });
});

test('EP-08.13 a title that a label has is not offered to be created, one that only contains it is', async () => {
  const planner = await opened();
  const typed = async (search: string) => {
    await planner.do(sidebarActions.labelsSearched({ search }));
    return picker(planner).creatable;
  };
  expect(picker(planner).creatable).toBeNull();
  expect([await typed(' zeta '), await typed('zet'), await typed('Zeta'), await typed('  ')]).toEqual([
    null,
    'zet',
    'Zeta',
    null,
  ]);
});
