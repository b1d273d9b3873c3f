import { BlockList, isIP } from 'node:net';

/**
 * Whether an address may connect.
 * @param allowed addresses, ranges such as `10.0.0.1-10.0.0.9` and networks such as `10.0.0.0/8`; empty for all.
 *   An invalid entry allows no address, as with the platform's proxy
 */
export function isAllowed(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const list = new BlockList();
  for (const pattern of allowed) add(list, pattern.trim());
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && list.check(plain, family(plain));
}

/** Converts an IPv4-mapped IPv6 address, as dual-stack listeners report it, to IPv4. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

function add(list: BlockList, pattern: string): void {
  const [start = '', prefix] = pattern.split('/');
  const [first = '', last] = start.split('-').map((part) => part.trim());
  if (isIP(first) === 0) return;
  if (prefix !== undefined) {
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (last === undefined && bits <= (isIP(first) === 4 ? 32 : 128))
      list.addSubnet(first, bits, family(first));
  } else if (last === undefined) {
    list.addAddress(first, family(first));
  } else if (isIP(last) === isIP(first)) {
    try {
      list.addRange(first, last, family(first));
    } catch {
      // A range whose end precedes its start is empty.
    }
  }
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
