// The key for rate limits by address. An IPv6 caller has at least a /64 and can use a different address for each call,
// so IPv6 is limited by network.
import { isIPv4, isIPv6 } from 'node:net';

/** IPv4 unchanged, also when mapped (`::ffff:192.0.2.1`); the /64 of IPv6, without zone. */
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

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  // URL normalizes addresses: lower case, no dotted end, the longest run of zeros as `::`.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = written
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
