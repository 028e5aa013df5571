import { createPlanner } from '../planner.ts';
import { FakePorts } from '../testing/index.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';

const WORDS = ['Kaleidoscope', 'umbrella', 'GIRAFFE', 'zeppelin', 'octopus', 'marmalade'] as const;
const [TITLE, PATH, LABEL, NAME, SEARCH, OTHER] = WORDS;

/** What is left of payloads of which nobody knows the domain. */
function redacted(...payloads: readonly Readonly<Record<string, string>>[]): readonly Record<string, string>[] {
  const recording = record();
  const { store, dispose } = createPlanner(new FakePorts().ports, { middleware: [recording.middleware] });
  for (const payload of payloads) store.dispatch({ type: 'later/made', payload } as { readonly type: string });
  dispose();
  const [segment] = redact(recording.log()).segments;
  return (segment?.actions ?? []).map(({ action }) => action.payload as Record<string, string>);
}

const TASKS = [
  `1. [x] Ask ${NAME} about ${TITLE}`,
  `   - [ ] checked by ${OTHER}`,
  `> * [X] ${LABEL}`,
  `12) ${SEARCH}, checked=1, 3. [x]`,
].join('\n');
const RENDERED =
  `<ol class="task-list"><li class="task-list-item" data-sourcepos="1:1-1:21"><input type="checkbox" class="task-list-item-checkbox" ` +
  `aria-label="Check: checked ${NAME} &amp; type=&quot;checkbox&quot;" disabled checked /> <a href="https://${PATH}.example/${OTHER}">${TITLE}</a></li></ol>` +
  `<p class="${LABEL} task-list" id="${OTHER}">checked ${NAME}</p><${SEARCH}>disabled</${SEARCH}>`;

test('RP-03.242 how a text is built stays: tasks are tasks, checkboxes are checkboxes', () => {
  const [made = {}] = redacted({ description: TASKS, descriptionHtml: RENDERED, titleHtml: '<em>Two</em>' });
  const { description = '', descriptionHtml = '', titleHtml } = made;
  expect(description.split('\n')).toEqual([
    expect.stringMatching(/^1\. \[x\] [A-Z]\S{2} \S{8} \S{5} \S+$/),
    expect.stringMatching(/^ {3}- \[ \] \S{7} \S{2} \S+$/),
    expect.stringMatching(/^> \* \[X\] \S+$/),
    expect.stringMatching(/^12\) \S+, \S{7}=\d, \d\. \[\S\]$/),
  ]);
  expect(descriptionHtml).toMatch(
    /^<ol class="task-list"><li class="task-list-item" data-sourcepos="1:1-1:21"><input type="checkbox" class="task-list-item-checkbox" aria-label="\w{5}: \w{7} [^ ]{8} &amp; \w{4}=&quot;\w{8}&quot;" disabled checked \/> <a href="\w{5}:\/\/[^"]*">\w+<\/a><\/li><\/ol><p class="\w+ \w{4}-\w{4}" \w\w="\w+">/,
  );
  expect(titleHtml).toMatch(/^<em>[A-Z][a-z]{2}<\/em>$/);
  const text = `${description} ${descriptionHtml.replace('disabled checked', '').replaceAll('task-list', '')}`;
  for (const word of [...WORDS, 'checked', 'disabled', 'https', 'example']) {
    expect(text.toLowerCase()).not.toContain(word.toLowerCase());
  }
  expect([description.length, descriptionHtml.length]).toEqual([TASKS.length, RENDERED.length]);
});

test('RP-03.243 a date that is entered stays; a day that nobody knows the meaning of becomes another day', () => {
  const [entered, typed, unknown] = redacted(
    { field: 'due', value: '2026-12-24' },
    { field: 'due', value: `from ${NAME}` },
    { born: '1985-03-02', died: '2024-02-29', again: '1985-03-02', value: '1985-03-02' },
  );
  expect(entered?.['value']).toBe('2026-12-24');
  expect(typed?.['value']).toMatch(/^[b-z]{4} .{5,}$/);
  for (const day of Object.values(unknown ?? {})) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
  expect(unknown?.['born']).toBe(unknown?.['again']);
  expect(unknown?.['born']).toBe(unknown?.['value']);
  expect(Object.values(unknown ?? {})).not.toContain('1985-03-02');
  expect(unknown?.['died']).not.toBe('2024-02-29');
});
