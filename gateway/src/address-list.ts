import { BlockList, isIP } from 'node:net'

/** Whether an address lies in one of the networks; no network at all: from anywhere. */
export function isAllowedFrom(ip: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  if (version === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}
