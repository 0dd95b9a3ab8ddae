// What a limit counts callers by. An IPv6 caller owns at least a whole /64 and can send each call from another address
// of it, so the network is counted there, not the address.
import { isIPv4, isIPv6 } from 'node:net';

/** IPv4 addresses as they are, also when written as IPv6 (`::ffff:192.0.2.1`); of IPv6 the /64, without its zone. */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  // URL writes every address one way: lower case, no dotted end, the longest run of zeros as `::`.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = written
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
