import { isTrustWord, trusting } from './trust.ts';

test('RP-02.402 names, addresses and ranges cover what they say, IPv4 in its IPv6 form too', () => {
  const trusts = trusting(['loopback', '10.1.0.0/16', '2001:db8::7']);
  const yes = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.255.3', '::ffff:10.1.2.3', '2001:db8::7'];
  const no = ['10.2.0.1', '128.0.0.1', '2001:db8::8', '::ffff:10.2.0.1', 'localhost', '', undefined];
  expect(yes.filter((address) => !trusts(address))).toEqual([]);
  expect(no.filter((address) => trusts(address))).toEqual([]);
  expect(trusting([])('127.0.0.1')).toBe(false);
  expect(trusting(['uniquelocal', 'linklocal'])('192.168.1.1')).toBe(true);
});

test('what is none of them is no word of trust', () => {
  const words = ['loopback', '::1', '10.0.0.0/8', 'fe80::/10'];
  expect(words.filter((word) => !isTrustWord(word))).toEqual([]);
  const none = ['', 'toString', '10.0.0.0/', '10.0.0.0/x', '::/129', 'host', '1.2.3.4/8/8'];
  expect(none.filter(isTrustWord)).toEqual([]);
});
