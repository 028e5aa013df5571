import { messagesOf, retryAfterOf, wireError } from './wire-error.ts';

test.each([
  [{ message: 'Not allowed.' }, ['Not allowed.']],
  [{ error: 'Bad request' }, ['Bad request']],
  [{ errors: ['First.', 'Second.'] }, ['First.', 'Second.']],
  [{ errors: 'Destroy confirmation not provided' }, ['Destroy confirmation not provided']],
  [{ errors: [{ message: 'Unknown field' }] }, ['Unknown field']],
  [{ errors: { title: ["can't be blank"], base: ['Too deep'] } }, ["title can't be blank", 'Too deep']],
  [{ message: { name: ['is taken'] } }, ['name is taken']],
  [{ message: 'General', errors: ['Special'] }, ['Special']],
  [{ errors: [], message: 'General' }, ['General']],
  [{ message: '   ' }, []],
  ['<html>', []],
  [null, []],
])('the texts of %j are %j', (body, texts) => {
  expect(messagesOf(body)).toEqual(texts);
});

test('a page of text is cut', () => {
  expect(messagesOf({ message: 'x'.repeat(5000) })[0]).toHaveLength(1000);
});

test('Retry-After is read as seconds and as a date', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(retryAfterOf('3', now)).toBe(3000);
  expect(retryAfterOf('Sat, 21 Nov 2026 12:00:10 GMT', now)).toBe(10_000);
  expect(retryAfterOf('Sat, 21 Nov 2026 11:00:00 GMT', now)).toBe(0);
  expect(retryAfterOf('-1', now)).toBeUndefined();
  expect(retryAfterOf('soon', now)).toBeUndefined();
  expect(retryAfterOf(null, now)).toBeUndefined();
});

test('an error is plain data and names only what is known', () => {
  expect(JSON.parse(JSON.stringify(wireError('network')))).toEqual({
    name: 'WireError',
    kind: 'network',
    messages: [],
  });
});
