import { showProgress } from './progress.ts';

function stream(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

test('on a terminal a bar redraws itself within the width', () => {
  const terminal = stream(true, 60);
  const progress = showProgress(terminal, 'Importing');
  progress.update(0, 1000);
  progress.update(500, 1000);
  progress.update(500, 1000);
  progress.update(1000, 1000);
  progress.end();
  expect(terminal.written).toHaveLength(4);
  expect(terminal.written[1]).toMatch(/^\rImporting \[█+░+\] {2}50 % {2}500\/1000$/);
  expect(terminal.written[2]).toMatch(/^\rImporting \[█+\] 100 % {2}1000\/1000$/);
  expect(terminal.written.every((text) => text.length <= 60)).toBe(true);
  expect(terminal.written[3]).toBe('\n');
});

test('elsewhere one plain line at every tenth', () => {
  const file = stream(false);
  const progress = showProgress(file, 'Importing');
  for (let done = 0; done <= 200; done += 5) progress.update(done, 200);
  progress.end();
  expect(file.written).toHaveLength(10);
  expect(file.written[0]).toBe('Importing: 10 % (20 of 200)\n');
  expect(file.written[9]).toBe('Importing: 100 % (200 of 200)\n');
});
