/** Groups of an IPv6 address that one line of a customer has for itself, and that one customer has at least. */
const LINE_GROUPS = 4
const CUSTOMER_GROUPS = 3

/** What one line of the network has for itself: an IPv4 address, a /64 of IPv6, in which it may take any address it likes. */
export const lineOf = (ip: string): string => toV4(ip)?.join('.') ?? cutV6(ip, LINE_GROUPS)

/** What one customer of a network provider has at least: an IPv4 address with its 255 neighbours, a /48 of IPv6. */
export const rangeOf = (ip: string): string => toV4(ip)?.slice(0, 3).join('.') ?? cutV6(ip, CUSTOMER_GROUPS)

/** Also where it is written as one of IPv6, by dots or by groups. */
function toV4(ip: string): string[] | null {
  const parts = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('.')
  if (parts.length === 4) return parts
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(ip)
  if (!mapped) return null
  const [high, low] = [mapped[1], mapped[2]].map(group => Number.parseInt(group ?? '', 16))
  return [high, low].flatMap((group = 0) => [String(group >> 8), String(group & 255)])
}

function cutV6(ip: string, count: number): string {
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  while (tail !== undefined && groups.length < count) groups.push('0')
  return groups
    .slice(0, count)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
