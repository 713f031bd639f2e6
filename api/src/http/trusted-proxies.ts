import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Who may say for whom a request comes. */
export interface TrustedProxies {
  /** Addresses and networks: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
  readonly addresses: readonly string[]
  /** The one kind of header that they set; the other is what anybody sent through them. */
  readonly header: 'x-forwarded' | 'forwarded'
  /** By which they hand on the certificate of whoever calls, in small letters. Default: they do not. */
  readonly certificate?: string | null
}

/** For whom a request comes, by the proxies before us. */
interface Client {
  readonly ip: string
  /** `https`, `http`; undefined: nobody said. */
  readonly protocol?: string
  readonly host?: string
}

const SPOKEN = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'] as const

export interface ProxyReader {
  isTrusted(address: string): boolean
  /**
   * Leaves in the headers one client, protocol and host as the trusted proxies told them, and nothing that anybody else
   * wrote. `neighbour`: the address that the connection came from.
   */
  settle(headers: IncomingHttpHeaders, neighbour: string): void
}

/** `warn` is called once, with the first untrusted neighbour that sends such headers. */
export function createProxyReader(proxies: TrustedProxies | null, warn: (neighbour: string) => void): ProxyReader {
  const list = blockList(proxies?.addresses ?? [])
  const isTrusted = (address: string): boolean => {
    const plain = toPlain(address)
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }
  let hasWarned = false
  const spoken = [...SPOKEN, ...(proxies?.certificate ? [proxies.certificate] : [])]
  return {
    isTrusted,
    settle(headers, neighbour) {
      if (spoken.every(name => headers[name] === undefined)) return
      const client = proxies && isTrusted(neighbour) ? readClient(headers, neighbour, proxies.header, isTrusted) : null
      if (!client && !hasWarned) {
        hasWarned = true
        warn(neighbour)
      }
      for (const name of client ? SPOKEN : spoken) delete headers[name]
      if (!client) return
      headers['x-forwarded-for'] = client.ip
      if (client.protocol !== undefined) headers['x-forwarded-proto'] = client.protocol
      if (client.host !== undefined) headers['x-forwarded-host'] = client.host
    },
  }
}

/** From the right, the first that is no proxy of ours; who is further left is what that one says. */
function readClient(
  headers: IncomingHttpHeaders,
  neighbour: string,
  kind: TrustedProxies['header'],
  isTrusted: (address: string) => boolean,
): Client {
  const hops = kind === 'forwarded' ? readForwarded(headers) : readXForwarded(headers)
  let client: Client = { ip: neighbour }
  for (const hop of hops.toReversed()) {
    // A hop that names no address ends what can be known.
    if (hop.ip === '') return { ...client, ...pickSaid(hop) }
    client = hop
    if (!isTrusted(hop.ip)) break
  }
  return client
}

const pickSaid = ({ protocol, host }: Client): Partial<Client> => ({
  ...(protocol === undefined ? {} : { protocol }),
  ...(host === undefined ? {} : { host }),
})

/** What the nearest proxy said of protocol and host counts for the whole way. */
function readXForwarded(headers: IncomingHttpHeaders): Client[] {
  const last = (name: string): string | undefined => listOf(headers[name]).at(-1)
  const protocol = readProtocol(last('x-forwarded-proto'))
  const host = readHost(last('x-forwarded-host'))
  const said = pickSaid({ ip: '', ...(protocol ? { protocol } : {}), ...(host ? { host } : {}) })
  const addresses = listOf(headers['x-forwarded-for'])
  return addresses.length === 0 ? [{ ip: '', ...said }] : addresses.map(text => ({ ip: readAddress(text), ...said }))
}

/** RFC 7239. */
function readForwarded(headers: IncomingHttpHeaders): Client[] {
  return listOf(headers['forwarded']).map(element => {
    const pairs = new Map<string, string>()
    for (const part of element.split(';')) {
      const match = /^\s*([a-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))\s*$/i.exec(part)
      if (match?.[1]) pairs.set(match[1].toLowerCase(), match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '')
    }
    const protocol = readProtocol(pairs.get('proto'))
    const host = readHost(pairs.get('host'))
    return {
      ip: readAddress(pairs.get('for') ?? ''),
      ...(protocol ? { protocol } : {}),
      ...(host ? { host } : {}),
    }
  })
}

/** Parts between commas; one in quotation marks is no end. */
const listOf = (value: string | readonly string[] | undefined): string[] =>
  [...String(value ?? '').matchAll(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g)].map(match => match[0].trim()).filter(Boolean)

/** `203.0.113.7`, `203.0.113.7:4711`, `[2001:db8::1]:4711`; "" for what is no address. */
function readAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\w+)?$/.exec(text)?.[1] ?? /^([\d.]+):\w+$/.exec(text)?.[1] ?? text
  const plain = toPlain(bare)
  return isIP(plain) === 0 ? '' : plain
}

const readProtocol = (text: string | undefined): string | undefined =>
  /^https?$/i.test(text ?? '') ? text?.toLowerCase() : undefined

const readHost = (text: string | undefined): string | undefined =>
  /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(text ?? '') ? text : undefined

/** A socket that listens on both families shows an IPv4 neighbour as `::ffff:10.0.0.1`. */
const toPlain = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

function blockList(blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [base = '', bits] = block.split('/')
    const family = isIP(base) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  return list
}
