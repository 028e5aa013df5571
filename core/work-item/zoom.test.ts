import { zoomLinkIn } from './rules.ts';

test('IE-01.50 the last address of a Zoom meeting in a text', () => {
  const taken = {
    'https://zoom.us/j/123': 'https://zoom.us/j/123',
    'https://zoom.us/s/1': 'https://zoom.us/s/1',
    'https://us02web.zoom.us/my/ada?pwd=a%20b#success': 'https://us02web.zoom.us/my/ada?pwd=a%20b#success',
    'join https://zoom.us/j/1, or https://acme.zoom.us/j/2 at nine': 'https://acme.zoom.us/j/2',
    '<https://zoom.us/j/1>': 'https://zoom.us/j/1',
    'https://elsewhere.example/?to=https://zoom.us/j/1': 'https://zoom.us/j/1',
    [`https://zoom.us/j/${'1'.repeat(237)}`]: `https://zoom.us/j/${'1'.repeat(237)}`,
  };
  expect(Object.fromEntries(Object.keys(taken).map((text) => [text, zoomLinkIn(text)]))).toEqual(taken);
});

test.each([
  '',
  'foo',
  'http://zoom.us/j/1',
  'https://zoom.us/',
  'https://zoom.us/j/',
  'https://zoom.us/w/1',
  'https://zoom.us.evil.example/j/1',
  'https://evilzoom.us/j/1',
  'https://a.b.zoom.us/j/1',
  'javascript:alert(1)//zoom.us/j/1',
  `https://zoom.us/j/${'1'.repeat(238)}`,
])('IE-01.50 no address of a Zoom meeting: %s', (text) => {
  expect(zoomLinkIn(text)).toBeNull();
});
