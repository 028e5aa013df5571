import fc from 'fast-check';
import { addDays, weekday } from '../calendar/rules.ts';
import { WORK_ITEM_TYPES, type WorkItemType } from '../work-item/rules.ts';
import {
  type ActionRights,
  actionNamed,
  actionsFor,
  commandErrors,
  dayInWords,
  explained,
  parseQuickActions,
  QUICK_ACTIONS,
  readCommand,
  readCommandErrors,
  sentenceOf,
  UNAVAILABLE,
} from './rules.ts';

/** A Saturday. */
const TODAY = '2026-11-28';
const tell = (text: string, type: WorkItemType = 'issue') =>
  explained(parseQuickActions(text).commands, type, { today: TODAY });
const done = (text: string, type: WorkItemType = 'issue') =>
  parseQuickActions(text).commands.map((command) => {
    const intent = readCommand(command, type, { today: TODAY });
    return typeof intent === 'string' ? intent : sentenceOf(intent, type, 'done');
  });

test('WI-10.103 every name and alias is known, once', () => {
  const names = QUICK_ACTIONS.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set([...names, ...UNAVAILABLE]).size).toBe(names.length + UNAVAILABLE.length);
  expect(actionNamed('spent')).toBe(actionNamed('spend'));
});

test('WI-10.104 what there is not here says so', () => {
  expect(tell('/move acme/api\n/publish')).toEqual([
    'The move command is not available here.',
    'The publish command is not available here.',
  ]);
});

test('WI-10.106 a day in words is seen from the given day', () => {
  const days = {
    today: '2026-11-28',
    Tomorrow: '2026-11-29',
    'in 2 days': '2026-11-30',
    'in a week': '2026-12-05',
    'in 2  weeks': '2026-12-12',
    'in 3 months': '2027-02-28',
    'next month': '2026-12-28',
    'this Friday': '2026-12-04',
    'next mon': '2026-11-30',
    saturday: '2026-12-05',
    'December 31st': '2026-12-31',
    '31 dec': '2026-12-31',
    'Jan 2, 2028': '2028-01-02',
    '2027-02-28': '2027-02-28',
    '12/31/2026': '2026-12-31',
  };
  expect(Object.fromEntries(Object.keys(days).map((text) => [text, dayInWords(text, TODAY)]))).toEqual(days);
  for (const text of ['', 'soon', 'in weeks', '2026-02-30', 'next', 'in 2 fridays', 'foo 3']) {
    expect([text, dayInWords(text, TODAY)]).toEqual([text, null]);
  }
});

test('WI-10.106 a weekday is one of the seven days to come', () => {
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: 0, max: 6 }), (offset, wanted) => {
      const today = addDays(TODAY, offset);
      const day = dayInWords(`next ${names[wanted] ?? ''}`, today) ?? '';
      expect(weekday(day)).toBe(wanted);
      expect([1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days))).toContain(day);
    }),
  );
});

const ALL: ActionRights = { update: true, metadata: true, relate: true, own: true };
const offered = (type: WorkItemType, rights = ALL, state: 'opened' | 'closed' = 'opened') =>
  actionsFor({ type, state }, rights).map(({ name }) => name);

test('WI-10.107 what is offered fits the type, the rights, and the state', () => {
  expect(offered('issue')).toEqual(expect.arrayContaining(['close', 'weight', 'epic', 'shrug']));
  expect(offered('issue')).not.toContain('reopen');
  expect(offered('issue', ALL, 'closed')).toContain('reopen');
  expect(offered('epic')).toEqual(expect.arrayContaining(['child_epic', 'label', 'relate']));
  for (const name of ['assign', 'weight', 'due', 'epic', 'spend']) expect(offered('epic')).not.toContain(name);
  expect(offered('incident')).not.toContain('weight');
  expect(offered('issue', { update: false, metadata: false, relate: false, own: true })).toEqual([
    'award',
    'done',
    'shrug',
    'subscribe',
    'tableflip',
    'todo',
    'unsubscribe',
  ]);
  expect(offered('issue', { update: false, metadata: false, relate: false, own: false })).toEqual([
    'shrug',
    'tableflip',
  ]);
  expect(
    actionsFor({ type: 'issue', state: 'opened', locked: true, confidential: true }, ALL).map(({ name }) => name),
  ).toEqual(expect.not.arrayContaining(['lock', 'confidential']));
  // Everything that fits a type is read for it.
  for (const type of WORK_ITEM_TYPES) {
    for (const name of offered(type).filter((each) => each !== 'shrug' && each !== 'tableflip')) {
      expect(actionNamed(name)?.fits(type)).toBe(true);
    }
  }
});

test('WI-10.108 WI-10.109 commands are told in GitLab’s words, before and after', () => {
  const told: readonly (readonly [string, string, string])[] = [
    ['/close', 'Closes this issue.', 'Closed this issue.'],
    ['/title A "new" one', 'Changes the title to "A "new" one".', 'Changed the title to "A "new" one".'],
    ['/assign @ada, gus and me', 'Assigns @ada, @gus and @me.', 'Assigned @ada, @gus and @me.'],
    ['/unassign @ada', 'Removes assignee @ada.', 'Removed assignee @ada.'],
    ['/unassign', 'Removes all assignees.', 'Removed all assignees.'],
    ['/labels ~bug ~"in review"', 'Adds ~bug ~"in review" labels.', 'Added ~bug ~"in review" labels.'],
    ['/remove_label', 'Removes all labels.', 'Removed all labels.'],
    ['/relabel bug', 'Replaces all labels with ~bug label.', 'Replaced all labels with ~bug label.'],
    ['/milestone %"Version 1"', 'Sets the milestone to %"Version 1".', 'Set the milestone to %"Version 1".'],
    [
      '/iteration *iteration:"I 1"',
      'Sets the iteration to *iteration:"I 1".',
      'Set the iteration to *iteration:"I 1".',
    ],
    ['/due tomorrow', 'Sets the due date to Nov 29, 2026.', 'Set the due date to Nov 29, 2026.'],
    ['/weight 3', 'Sets weight to 3.', 'Set weight to 3.'],
    ['/health_status at_risk', 'Sets health status to at_risk.', 'Set health status to at_risk.'],
    ['/estimate 1w 2h', 'Sets time estimate to 1w 2h.', 'Set time estimate to 1w 2h.'],
    ['/estimate 0', 'Removes time estimate.', 'Removed time estimate.'],
    ['/spend 1h 30m 2026-11-27', 'Adds 1h 30m spent time.', 'Added 1h 30m spent time.'],
    ['/spent -30m', 'Subtracts 30m spent time.', 'Subtracted 30m spent time.'],
    ['/confidential', 'Makes this issue confidential.', 'Made this issue confidential.'],
    ['/done', 'Marks to-do item as done.', 'Marked to-do item as done.'],
    ['/unsubscribe', 'Unsubscribes from notifications.', 'Unsubscribed from notifications.'],
    ['/award :tada:', 'Toggles :tada: emoji award.', 'Toggled :tada: emoji award.'],
    ['/epic &12', 'Adds an issue to an epic.', 'Added an issue to an epic.'],
    [
      '/relate #1 #2',
      'Adds #1 and #2 as a linked item related to this issue.',
      'Added #1 and #2 as a linked item related to this issue.',
    ],
    ['/type Key Result', 'Converts issue to Key Result.', 'Type changed successfully.'],
  ];
  expect(told.map(([text]) => [text, ...tell(text), ...done(text)])).toEqual(told);
});

test('IE-01.55 a Zoom meeting is added and removed in GitLab’s words, and offered by whether there is one', () => {
  expect(tell('/zoom join https://zoom.us/j/1 now\n/remove_zoom')).toEqual([
    'Adds a Zoom meeting.',
    'Remove Zoom meeting.',
  ]);
  expect(done('/zoom https://zoom.us/j/1\n/remove_zoom')).toEqual(['Zoom meeting added.', 'Zoom meeting removed.']);
  expect(tell('/zoom foo\n/zoom')).toEqual(['Failed to add a Zoom meeting.', 'Could not apply zoom command.']);
  expect(tell('/zoom https://zoom.us/j/1', 'epic')).toEqual(['Could not apply zoom command.']);
  const having = (zoomLink: string | null | undefined) =>
    actionsFor({ type: 'task', state: 'opened', zoomLink }, ALL).flatMap(({ name }) =>
      name.endsWith('zoom') ? name : [],
    );
  expect([having(null), having('https://zoom.us/j/1'), having(undefined)]).toEqual([
    ['zoom'],
    ['remove_zoom'],
    ['remove_zoom', 'zoom'],
  ]);
});

test('WI-10.109 what cannot be read is refused, each in its words', () => {
  const refused = {
    '/weight many': 'Could not apply weight command.',
    '/weight -1': 'Could not apply weight command.',
    '/labels': 'Could not apply label command.',
    '/assign': 'Failed to assign a user because no user was found.',
    '/due someday': 'Failed to set due date because the date format is invalid.',
    '/spend 1h 2027-01-01': 'Could not apply spend command.',
    '/spend 0': 'Could not apply spend command.',
    '/estimate -1h': 'Could not apply estimate command.',
    '/award nonsense': 'Could not apply award command.',
    '/type Epic': 'Failed to convert this work item: Provided type is not supported.',
    '/promote_to Task': 'Failed to promote this work item: Provided type is not supported.',
    '/epic': "This epic does not exist or you don't have sufficient permission.",
    '/child_epic &1': 'Could not apply child_epic command.',
  };
  expect(Object.fromEntries(Object.keys(refused).map((text) => [text, tell(text)[0]]))).toEqual(refused);
  expect(tell('/assign me', 'epic')).toEqual(['Could not apply assign command.']);
});

test('WI-10.112 what came of the commands is written into errors and read back', () => {
  const all = [[], ['Closed this issue.', 'Set weight to 3.']] as const;
  for (const sentences of all) {
    for (const refused of [[], ['Could not apply label command.']]) {
      for (const only of [true, false]) {
        const errors = commandErrors({ done: sentences, refused }, only);
        if (errors.length === 0) continue;
        const told = only && sentences.length > 0 ? sentences.join(' ') : null;
        expect(readCommandErrors(errors)).toEqual({ only, done: told, refused });
      }
    }
  }
  expect(commandErrors({ done: ['Closed this issue.'], refused: ['No.'] }, true)).toEqual([
    'Commands only Closed this issue.',
    'Commands No.',
  ]);
  for (const errors of [[], ["Note can't be blank"], ['Commands No.', 'else']])
    expect(readCommandErrors(errors)).toBeNull();
});
