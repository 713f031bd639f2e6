import type { Param, ParamValues } from '@sluice/contract'
import type { ReadConnection } from './connection-found.ts'
import { readCurl } from './read-curl.ts'

interface Parts {
  readonly scheme?: string | undefined
  /** By parameter: `host`, `port`, `database` … */
  readonly said: Readonly<Record<string, string | undefined>>
  readonly options: readonly (readonly [string, string])[]
}

/** By scheme: the platform, and whether the scheme asks for TLS. */
const SCHEMES: Readonly<Record<string, readonly [platform: string, isSecure?: boolean]>> = {
  postgres: ['postgresql'],
  postgresql: ['postgresql'],
  mysql: ['mysql'],
  mariadb: ['mysql'],
  sqlserver: ['sqlserver'],
  mssql: ['sqlserver'],
  oracle: ['oracle'],
  mongodb: ['mongodb'],
  redis: ['redis'],
  rediss: ['redis', true],
  amqp: ['rabbitmq'],
  amqps: ['rabbitmq', true],
  mqtt: ['mqtt'],
  mqtts: ['mqtt', true],
  nats: ['nats'],
  tls: ['nats', true],
}

/** Speaks the protocol of another. */
const SPEAKS: Readonly<Record<string, string>> = { doris: 'mysql' }

/** Names of options, without blanks and underscores, in small letters. */
const NAMES: Readonly<Record<string, string>> = {
  host: 'host',
  server: 'host',
  datasource: 'host',
  addr: 'host',
  address: 'host',
  hostname: 'host',
  port: 'port',
  database: 'database',
  databasename: 'database',
  dbname: 'database',
  db: 'database',
  initialcatalog: 'database',
  user: 'username',
  username: 'username',
  userid: 'username',
  uid: 'username',
  password: 'password',
  pwd: 'password',
  authsource: 'auth_source',
  replicaset: 'replica_set',
  currentschema: 'schema',
  searchpath: 'schema',
  vhost: 'vhost',
}

/** Reached by an address, or by a command that calls it. */
export const HTTP = 'http'

/** Longer than any that is meant. */
const MAX_LENGTH = 4000

/** Whether this platform is reached by what a connection string says. */
export const takesConnection = (platform: string): boolean =>
  platform === HTTP || Object.values(SCHEMES).some(([known]) => known === (SPEAKS[platform] ?? platform))

/** Takes a connection string apart for these parameters: an URL, JDBC, `Server=…;Database=…`, or `host=… dbname=…`. */
export function readConnection(platform: string, params: readonly Param[], text: string): ReadConnection {
  if (platform === HTTP) return readCurl(params, text)
  const parts = text.length > MAX_LENGTH ? null : (splitUrl(text.trim()) ?? splitPairs(text.trim()))
  if (!parts) return { kind: 'unreadable' }
  if (parts.scheme?.endsWith('+srv')) return { kind: 'srv' }
  const [system, isSecure] = SCHEMES[parts.scheme ?? ''] ?? []
  if (parts.scheme !== undefined && system !== (SPEAKS[platform] ?? platform))
    return { kind: 'other', system: system ?? parts.scheme }
  const options = nameOptions(parts.options)
  const said: Record<string, string | undefined> = { ...options.said, ...withoutEmpty(parts.said) }
  const secure = findSecurity(parts.options) ?? (isSecure ? 'require' : undefined)
  if (said['host'] === undefined) return { kind: 'unreadable' }
  const values: ParamValues = {}
  const left = options.left.filter(name => !SECURITY.has(plain(name)) || secure === undefined)
  for (const [field, value] of Object.entries(said)) {
    const param = params.find(each => each.field === field)
    if (value === undefined) continue
    if (!param) left.push(field)
    else values[field] = param.type === 'number' ? Number(value) : value
  }
  const lock = params.find(({ field }) => field === 'ssl' || field === 'tls')
  if (lock && secure !== undefined) {
    const [off] = lock.options ?? []
    const wanted = secure === 'off' ? off?.value : secure
    // Where a driver checks every certificate, encrypted means checked.
    const has = (value: unknown) => lock.options?.some(option => option.value === value)
    values[lock.field] = wanted !== undefined && has(wanted) ? wanted : 'verify'
  }
  return { kind: 'read', values, left }
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')
const withoutEmpty = (said: Parts['said']) =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== ''))

const SECURITY = new Set(['sslmode', 'ssl', 'usessl', 'tls', 'encrypt', 'trustservercertificate', 'requiressl'])
const YES = /^(true|yes|1|require|required|preferred|mandatory|strict)$/i

/** `off`, `require` or `verify`, as the options of the known drivers say it; undefined: they say nothing. */
function findSecurity(options: Parts['options']): 'off' | 'require' | 'verify' | undefined {
  const found = new Map(options.map(([name, value]) => [plain(name), value]))
  const mode = found.get('sslmode')
  if (mode !== undefined) return /^verify/i.test(mode) ? 'verify' : /^(require|prefer)/i.test(mode) ? 'require' : 'off'
  const asked = ['ssl', 'usessl', 'tls', 'encrypt', 'requiressl'].map(name => found.get(name)).find(Boolean)
  if (asked === undefined) return undefined
  if (!YES.test(asked)) return 'off'
  return found.get('trustservercertificate')?.toLowerCase() === 'false' ? 'verify' : 'require'
}

function nameOptions(options: Parts['options']) {
  const said: Record<string, string> = {}
  const left: string[] = []
  for (const [name, value] of options) {
    const field = NAMES[plain(name)]
    if (field === undefined) left.push(name)
    // `tcp:db.example.com,1433`: how SQL Server's tools write a place.
    else if (field === 'host') {
      const [, host, port] = /^(?:tcp:)?([^,\\]+)(?:,(\d+))?/i.exec(value.trim()) ?? []
      if (host) said['host'] = host
      if (port) said['port'] = port
    } else said[field] = value
  }
  return { said, left }
}

const PLACE = /^(\[[\da-f:.]+\]|[^\s/?#@:;,[\]]+)(?::(\d{1,5}))?(?=[/?;:,#]|$)/i

/** `scheme://user:password@host:port/database?option=value`, with `jdbc:` before it, also as Oracle's and SQL Server's drivers write it. */
function splitUrl(text: string): Parts | null {
  const [, jdbc, name, rest] = /^(jdbc:)?([a-z][a-z\d+]*):(?:thin:|oci:)?(?:[^@/]*@)?\/\/(.*)$/is.exec(text) ?? []
  const oracle = /^(jdbc:)oracle:(?:thin|oci):(?:[^@/]+\/[^@]*)?@([^/].*)$/is.exec(text)
  const scheme = oracle ? 'oracle' : name?.toLowerCase()
  const tail = oracle?.[2] ?? rest
  if (scheme === undefined || tail === undefined) return null
  const { user, place } = splitUser(tail, jdbc !== undefined || oracle !== null)
  const [whole, host, port] = PLACE.exec(place) ?? []
  if (whole === undefined || host === undefined) return null
  const after = place.slice(whole.length)
  // What follows the first of several hosts is left where the driver of one host can't use it.
  const [, hosts = '', sid, path = '', query = ''] =
    /^((?:,[^/?;]*)*)(?::([^/?;]+))?(?:\/([^?;#]*))?(?:[?;#](.*))?$/s.exec(after) ?? []
  const options = splitOptions(query)
  return {
    scheme,
    said: {
      host: host.replace(/^\[|\]$/g, ''),
      port,
      database: sid ?? decode(path),
      username: user?.name,
      password: user?.password,
      ...(scheme === 'oracle' && { connect_by: sid === undefined ? 'service' : 'sid' }),
      ...(scheme.startsWith('amqp') && { database: undefined, vhost: decode(path) }),
    },
    options: hosts === '' ? options : [...options, [hosts.slice(1), '']],
  }
}

/** A password may hold @, / and ? as they are: the user ends at the first @ behind which a place stands. */
function splitUser(text: string, isJdbc: boolean) {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const before = text.slice(0, at)
    // JDBC says the user in its options, which may hold an @ too.
    if (isJdbc && /[/?;]/.test(before)) break
    if (!PLACE.test(text.slice(at + 1))) continue
    const [, name = '', password] = /^([^:]*)(?::(.*))?$/s.exec(before) ?? []
    return { user: { name: decode(name), password: password && decode(password) }, place: text.slice(at + 1) }
  }
  return { user: undefined, place: text }
}

const splitOptions = (text: string): (readonly [string, string])[] =>
  text
    .split(/[&;]/)
    .filter(pair => pair.trim() !== '')
    .map(pair => {
      const [name = '', ...value] = pair.split('=')
      return [decode(name.trim()), decode(value.join('='))] as const
    })

/** `Server=…;Database=…` of .NET and ODBC, `host=… dbname=…` of libpq. Values may stand in quotes. */
function splitPairs(text: string): Parts | null {
  const separator = text.includes(';') ? '[^;]*' : '[^\\s]*'
  const pair = new RegExp(`([a-z][a-z _]*?)\\s*=\\s*('(?:[^'\\\\]|\\\\.)*'|"[^"]*"|\\{[^}]*\\}|${separator})`, 'giy')
  const options: (readonly [string, string])[] = []
  let at = 0
  while (at < text.length) {
    const [gap = ''] = /^[\s;]*/.exec(text.slice(at)) ?? []
    at += gap.length
    if (at >= text.length) break
    pair.lastIndex = at
    const [whole, name, value = ''] = pair.exec(text) ?? []
    if (whole === undefined || name === undefined) return null
    options.push([name, /^['"{]/.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value])
    at += whole.length
  }
  return options.length === 0 ? null : { said: {}, options }
}

/** What is no valid escape is meant as it stands. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
