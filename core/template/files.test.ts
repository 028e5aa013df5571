import { isWorthReading, sentAgain, templateFiles, type ChosenFile } from './files.ts';
import { TEMPLATE_CONTENT_MAX } from './rules.ts';

const chosen = (file: string, content: string | null = 'x', bytes = 1): ChosenFile => ({ file, content, bytes });
const outcomes = (files: readonly ChosenFile[], existing: readonly string[] = []) =>
  templateFiles(files, existing).map(({ name, status, text }) => [name, status, text]);

test('IE-08.50 each file is judged by itself', () => {
  expect(
    outcomes([
      chosen('Bug report.md'),
      chosen('notes.txt', null),
      chosen('Latin.md', null),
      chosen('Large.md', null, 5 * TEMPLATE_CONTENT_MAX),
      chosen('Long.md', 'x'.repeat(TEMPLATE_CONTENT_MAX + 1)),
      chosen('Blank.md', ' \n'),
      chosen('.md'),
    ]),
  ).toEqual([
    ['Bug report', 'queued', null],
    ['notes.txt', 'failed', 'Not a Markdown file: its name does not end in .md'],
    ['Latin', 'failed', 'Cannot be read as a text in UTF-8'],
    ['Large', 'failed', 'Content is too long (maximum is 1048576 characters)'],
    ['Long', 'failed', 'Content is too long (maximum is 1048576 characters)'],
    ['Blank', 'failed', "Content can't be blank"],
    ['', 'failed', "Name can't be blank"],
  ]);
  const worth = (file: string, bytes: number) => isWorthReading({ file, bytes });
  expect([worth('a.MD', 4 * TEMPLATE_CONTENT_MAX), worth('a.md', 5 * TEMPLATE_CONTENT_MAX), worth('a', 1)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('IE-08.51 what exists, or comes twice, asks', () => {
  const files = templateFiles([chosen('BUG.md'), chosen('Task.md'), chosen('task.MD'), chosen('a.txt')], ['Bug']);
  expect(files.map(({ status, replaces }) => [status, replaces])).toEqual([
    ['asking', 'Bug'],
    ['queued', null],
    ['asking', 'Task'],
    ['failed', null],
  ]);
  expect(sentAgain(files, [0, 3]).map(({ status }) => status)).toEqual(['queued', 'queued', 'asking', 'failed']);
});
