import { BlockList, isIP } from 'node:net';

/** Names for what stands on the machine itself or in a private network, as proxies commonly do. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Is the word a name of such places, an address, or a range of addresses? */
export function isTrustWord(word: string): boolean {
  if (Object.hasOwn(NAMED, word)) return true;
  const [address = '', bits] = word.split('/');
  const family = isIP(address);
  if (family === 0 || word.split('/').length > 2) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

/** Tells of an address whether one of the words covers it. An IPv4 address is known in its IPv6 form, too. */
export function trusting(words: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const word of words.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = word.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const kind = isIP(address ?? '');
    return kind !== 0 && list.check(address ?? '', kind === 6 ? 'ipv6' : 'ipv4');
  };
}
