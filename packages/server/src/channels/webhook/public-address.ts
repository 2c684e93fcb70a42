import { BlockList, isIPv6 } from 'node:net'

/** Non-public IPv4 networks: this machine, private, link-local, documentation, multicast, reserved. */
const closedNetworks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/**
 * Non-public networks within the IPv6 global unicast addresses, because they embed other addresses or lead nowhere:
 * 2001::/23, documentation, 6to4.
 */
const closedNetworks6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, bits] of closedNetworks) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of closedNetworks6) closed.addSubnet(network, bits, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address is public. In IPv6 only global unicast addresses are, so mapped and translated IPv4 addresses
 * (`::ffff:10.0.0.1`, `64:ff9b::a00:1`) never are, whatever they contain.
 *
 * @param address - as text, without brackets
 */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !closed.check(address, 'ipv4')
  return unicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
