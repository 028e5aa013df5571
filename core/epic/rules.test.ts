import fc from 'fast-check';
import type { WorkItemState } from '../work-item/rules.ts';
import type { DatedThing } from './rules.ts';
import { itemStateButton } from '../work-item/rules.ts';
import {
  canSubmitNewEpic,
  DELETE_TEXTS,
  deletePlan,
  effectiveDate,
  EPIC_ERRORS,
  HIDDEN_ANCESTOR,
  inheritedDates,
  newEpic,
} from './rules.ts';

const thing = (id: number, startDate: string | null, dueDate: string | null): DatedThing<number> => ({
  id,
  startDate,
  dueDate,
});

test('EP-07.1 and EP-07.2 earliest start, latest due date, over milestones and child epics', () => {
  expect(
    inheritedDates({
      milestones: [thing(1, '2026-03-01', '2026-03-31'), thing(2, null, '2026-09-30'), thing(3, null, null)],
      childEpics: [thing(8, '2026-02-01', null), thing(9, '2026-05-01', '2026-08-01')],
    }),
  ).toEqual({
    start: { date: '2026-02-01', source: { kind: 'epic', id: 8 } },
    due: { date: '2026-09-30', source: { kind: 'milestone', id: 2 } },
  });
  const none = { date: null, source: null };
  expect(inheritedDates({ milestones: [], childEpics: [thing(1, null, null)] })).toEqual({ start: none, due: none });
});

test('EP-07.3 of equal dates a milestone goes before an epic, then the lower id', () => {
  const same = (id: number) => thing(id, '2026-01-01', '2026-01-02');
  const { start, due } = inheritedDates({ milestones: [same(7), same(5)], childEpics: [same(1)] });
  expect([start.source, due.source]).toEqual([
    { kind: 'milestone', id: 5 },
    { kind: 'milestone', id: 5 },
  ]);
  expect(inheritedDates({ milestones: [], childEpics: [same(10), same(9)] }).start.source?.id).toBe(9);
});

const dates = fc.option(fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`));
const things = fc.array(fc.tuple(dates, dates), { maxLength: 6 });

test('EP-07.1, EP-07.2 and EP-07.3 in any order of the same things the answer is the same, and nothing lies outside it', () => {
  fc.assert(
    fc.property(things, things, (a, b) => {
      const milestones = a.map(([start, due], i) => thing(i, start, due));
      const childEpics = b.map(([start, due], i) => thing(i, start, due));
      const answer = inheritedDates({ milestones, childEpics });
      const reversed = { milestones: [...milestones].reverse(), childEpics: [...childEpics].reverse() };
      expect(inheritedDates(reversed)).toEqual(answer);
      for (const { startDate, dueDate } of [...milestones, ...childEpics]) {
        if (startDate != null) expect((answer.start.date ?? '') <= startDate).toBe(true);
        if (dueDate != null) expect((answer.due.date ?? '') >= dueDate).toBe(true);
      }
    }),
  );
});

test('EP-07.4 a fixed date counts as it is, even empty', () => {
  const inherited = { date: '2026-01-01', source: { kind: 'epic', id: 3 } } as const;
  expect(effectiveDate({ isFixed: false, fixed: '2025-05-05' }, inherited)).toBe(inherited);
  expect(effectiveDate({ isFixed: true, fixed: '2025-05-05' }, inherited)).toEqual({
    date: '2025-05-05',
    source: null,
  });
  expect(effectiveDate({ isFixed: true, fixed: null }, inherited)).toEqual({ date: null, source: null });
});

test('EP-03.2 and EP-03.3 the button and its failure', () => {
  const button = (state: WorkItemState) => itemStateButton({ type: 'epic', state });
  expect([button('opened'), button('closed')]).toEqual(['Close epic', 'Reopen epic']);
  expect(EPIC_ERRORS.state).toBe('Unable to update this epic at this time.');
});

test('EP-04.1 a new epic needs a title, and is sent once', () => {
  expect(newEpic({ title: '  A ', confidential: false }, null)).toEqual({
    ok: true,
    epic: { title: 'A', confidential: false },
  });
  expect(newEpic({ title: ' ', confidential: false }, null)).toEqual({ ok: false, error: "Title can't be blank" });
  expect(canSubmitNewEpic({ title: 'A', color: '', submitting: false })).toBe(true);
  expect(canSubmitNewEpic({ title: ' ', color: '', submitting: false })).toBe(false);
  expect(canSubmitNewEpic({ title: 'A', color: '', submitting: true })).toBe(false);
});

test('EP-04.2 the failure', () => {
  expect(EPIC_ERRORS.create).toBe('Error creating epic');
});

test('EP-04.3 a child of a confidential epic is confidential', () => {
  const made = (asked: boolean, parent: boolean) => {
    const verdict = newEpic({ title: 'A', confidential: asked }, { confidential: parent });
    return verdict.ok && verdict.epic.confidential;
  };
  expect([made(false, true), made(true, false), made(false, false)]).toEqual([true, true, false]);
});

test('EP-05.1 the question', () => {
  expect(DELETE_TEXTS.question).toBe('Delete this epic and all descendants?');
});

test('EP-05.2 and EP-05.3 epics below go, children first; their issues stay', () => {
  const tree: Record<string, { epics: string[]; issues: string[] }> = {
    top: { epics: ['a', 'b'], issues: ['i1'] },
    a: { epics: ['a1'], issues: ['i2', 'i3'] },
    a1: { epics: [], issues: ['i4'] },
  };
  const plan = deletePlan('top', (id) => tree[id] ?? { epics: [], issues: [] });
  expect(plan.epics).toEqual(['a1', 'a', 'b', 'top']);
  expect([...plan.released].sort()).toEqual(['i1', 'i2', 'i3', 'i4']);
});

test('EP-11.1 the text in place of a hidden ancestor', () => {
  expect(HIDDEN_ANCESTOR).toBe("You don't have permission to view this epic.");
});
