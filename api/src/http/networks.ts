import { BlockList, isIP } from 'node:net'

/** The first that is no address and no network; the pattern of the contract lets some through. */
export const findWrongNetwork = (networks: readonly string[]): string | undefined =>
  networks.find(network => {
    const [address = '', bits = '0'] = network.split('/')
    const version = isIP(address)
    return version === 0 || Number(bits) > (version === 6 ? 128 : 32)
  })

/** Whether an address lies in one of the networks; no network at all: from anywhere. */
export function isFrom(ip: string, networks: readonly string[]): boolean {
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
