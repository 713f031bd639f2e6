import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { HttpSmsSettings } from '@sluice/api'
import type { OpenDirectory } from '@sluice/api/background'
import { z } from 'zod'
import { isLoopback, listMailProblems, type MailSettings, mailEnvironment } from './mail-settings.ts'

/** Everything that can be set from outside, read once. Names are the environment's; defaults suit one machine. */
export interface Settings {
  /** PORT, default 8080. */
  readonly port: number
  /** HOST, default 127.0.0.1: reachable from this machine only. */
  readonly host: string
  /** DATA_DIR, default ./data: embedded database, files, master key. */
  readonly dataDir: string
  /** DATABASE_URL: an own PostgreSQL ≥ 15 instead of the embedded one. */
  readonly databaseUrl: string | null
  /** ADMIN_USERNAME, default `admin`: the first administrator, used only by the first start. */
  readonly adminUsername: string
  /** ADMIN_PASSWORD: the first administrator's password instead of a one-time one. */
  readonly adminPassword: string | null
  /** TENANT_NAME, default 默认租户: the first tenant. */
  readonly tenantName: string
  /** MASTER_KEY: 32 bytes in base64 that seal all secrets; default: DATA_DIR/master.key, made by the first start. */
  readonly masterKey: Buffer | null
  /** MASTER_KEY_OLD: the key before a change; opens what it sealed until `secrets rewrap` has run. */
  readonly oldMasterKey: Buffer | null
  /**
   * EGRESS_ALLOW: private places connectors may reach, comma-separated `host[:port]` or CIDR, `private` for all of
   * them or `none`. Default, null: `private` while the API is served on a loopback address only to one tenant, else none.
   */
  readonly egressAllow: readonly string[] | null
  /**
   * TRUSTED_PROXIES: addresses and networks of proxies that say for whom a request comes, by PROXY_HEADER:
   * `x-forwarded` (default) or `forwarded`. Default: none.
   */
  readonly proxies: {
    readonly addresses: readonly string[]
    readonly header: 'x-forwarded' | 'forwarded'
    /** CLIENT_CERT_HEADER, default none: by which they hand on the certificate of a program that calls the gateway. */
    readonly certificate: string | null
  }
  /**
   * FILE_DIRECTORIES, default none: directories the file connector may open, comma-separated; for the first tenant, for one
   * (`code:/path`), or for all (`*:/path`).
   */
  readonly fileDirectories: readonly OpenDirectory[]
  /** SANDBOX: `on` or `off`, whether the simulated platforms may be started. Default: on while nobody else is served. */
  readonly allowsSandbox: boolean
  /** LEASE_MS, default 6000: a run whose process has been silent for this long is taken over by another. */
  readonly leaseMs: number
  /** ROLE, default all: what this process does. Fewer than all need DATABASE_URL. */
  readonly roles: readonly Role[]
  /** POOL, default `default`: runs of process pools with one of these labels are taken here. */
  readonly labels: readonly string[]
  /** CONCURRENCY, default 4: runs at once in this process. */
  readonly concurrency: number
  /** MAPPING_COMPUTE_MS, default 60000: no record may compute for longer, whatever its mapping says. */
  readonly mappingComputeMs: number
  /** GATEWAY_PORT, default none: the gateway answers there and not on PORT. */
  readonly gatewayPort: number | null
  /**
   * GATEWAY_URL: where programs call the gateway, if not where the console is. Default: GATEWAY_PORT of this machine while nobody
   * else is served, else none.
   */
  readonly gatewayOrigin: string | null
  /** HEALTH_PORT, default none: where a process without the role api answers its health routes. */
  readonly healthPort: number | null
  /** CONNECTIONS and CONNECTIONS_PER_ADDRESS, default 4096 and 512: how many may be connected to a port, a proxy's aside. */
  readonly connections: { readonly most: number; readonly mostOfOne: number }
  /** DRAIN_WAIT_MS, default 0: how long requests are still served after readiness was refused, for balancers to see it. */
  readonly drainWaitMs: number
  /** `listen` under `node --watch`, which restarts the process at every change of its code; else `work`. */
  readonly mode: 'work' | 'listen'
  /** TENANT_END_DAYS, default 7: how long the end of a tenant can be taken back. */
  readonly tenantEndDays: number
  /** SECURITY_CONTACT and SECURITY_POLICY: what `/.well-known/security.txt` says. null: there is none. */
  readonly security: { readonly contacts: readonly string[]; readonly policy?: string } | null
  /** REGISTRATION: `on` or `off` (default), whether anybody may register a tenant. */
  readonly allowsRegistration: boolean
  /**
   * SMS_PROVIDER: `off`, `log` (codes go to the log) or `http` (SMS_URL and so on). Default: `log` while nobody else is served.
   */
  readonly sms: 'off' | 'log' | HttpSmsSettings
  /** MAIL_URL, MAIL_FROM and PUBLIC_URL: how notices go out by e-mail; null: they do not. */
  readonly mail: MailSettings | null
  /** PUBLIC_URL: where people open the console; alerts link to it. null: they do not. */
  readonly publicUrl: string | null
  /** LOG_LEVEL, default warn. */
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error'
  /** NODE_ENV=development shows traces in error answers. */
  readonly isDevelopment: boolean
}

export const roles = ['api', 'scheduler', 'worker', 'gateway'] as const
type Role = (typeof roles)[number]

/** All wrong settings at once, one sentence each. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'SettingsError'
    this.problems = problems
  }
}

const text = z.string().trim().min(1)
const list = z.string().transform(value =>
  value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== ''),
)

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine(port => port <= 65_535, 'must be a port number from 0 to 65535')
const count = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999')
  .transform(Number)
/** `/path` for the first tenant, `code:/path` for one, `*:/path` for all. */
function readDirectory(entry: string): OpenDirectory {
  const [, tenant = null, path = entry] = /^([a-z0-9][a-z0-9-]{1,39}|\*):(.+)$/.exec(entry) ?? []
  return { tenant, path: resolve(path) }
}

const LABEL = /^([a-z0-9][a-z0-9-]{1,39}:)?[a-z0-9][a-z0-9_-]{0,39}$/

/** None that says something else to the product. */
const CERTIFICATE_HEADER =
  /^(?:client-cert|(?:x|ssl)-(?!forwarded-(?:for|proto|host)$|app-key$|timestamp$|nonce$|signature$)[a-z0-9-]{1,60})$/i

const Environment = z.object({
  PORT: port.default(8080),
  HOST: text
    .refine(host => isIP(host) !== 0 || host === 'localhost', 'must be an IP address or localhost')
    .default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/[^\s]+$/, 'must look like postgres://user:password@host:5432/database')
    .optional(),
  ADMIN_USERNAME: text.max(60, 'must have at most 60 characters').default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .refine(isStrongPassword, 'must have at least 8 characters with a letter, a digit and a special character')
    .optional(),
  TENANT_NAME: text.max(100, 'must have at most 100 characters').default('默认租户'),
  MASTER_KEY: z
    .string()
    .refine(key => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)')
    .optional(),
  MASTER_KEY_OLD: z
    .string()
    .refine(key => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  EGRESS_ALLOW: list.optional(),
  TRUSTED_PROXIES: list
    .refine(places => places.every(isNetwork), 'must be addresses or networks, comma-separated: 127.0.0.1, 10.0.0.0/8')
    .default([]),
  CLIENT_CERT_HEADER: z
    .string()
    .regex(CERTIFICATE_HEADER, 'must be Client-Cert, or begin with X- or SSL- and mean nothing else')
    .transform(name => name.toLowerCase())
    .optional(),
  PROXY_HEADER: z.enum(['x-forwarded', 'forwarded'], 'must be x-forwarded or forwarded').default('x-forwarded'),
  FILE_DIRECTORIES: list.default([]),
  SANDBOX: z.enum(['on', 'off'], 'must be on or off').optional(),
  LEASE_MS: z
    .string()
    .regex(/^\d{3,6}$/, 'must be milliseconds from 500 to 600000')
    .transform(Number)
    .refine(leaseMs => leaseMs >= 500 && leaseMs <= 600_000, 'must be milliseconds from 500 to 600000')
    .default(6000),
  ROLE: list
    .refine(names => names.length > 0 && names.every(isRole), `must name roles, comma-separated: ${roles.join(', ')}`)
    .transform(names => roles.filter(role => names.includes(role)))
    .default([...roles]),
  POOL: list
    .refine(
      labels => labels.length > 0 && labels.every(label => LABEL.test(label)),
      'must name labels of process pools, comma-separated: lower-case letters, digits, - and _; or <tenant code>:label',
    )
    .default(['default']),
  CONCURRENCY: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number from 1 to 64')
    .transform(Number)
    .refine(count => count >= 1 && count <= 64, 'must be a number from 1 to 64')
    .default(4),
  MAPPING_COMPUTE_MS: z
    .string()
    .regex(/^\d{2,6}$/, 'must be milliseconds from 10 to 600000')
    .transform(Number)
    .refine(ms => ms >= 10 && ms <= 600_000, 'must be milliseconds from 10 to 600000')
    .default(60_000),
  GATEWAY_PORT: port.optional(),
  GATEWAY_URL: z
    .string()
    .regex(
      /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/,
      'must be an address in small letters without a path, as https://api.example.com',
    )
    .optional(),
  HEALTH_PORT: port.optional(),
  CONNECTIONS: count.default(4096),
  CONNECTIONS_PER_ADDRESS: count.default(512),
  DRAIN_WAIT_MS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be milliseconds from 0 to 10000')
    .transform(Number)
    .refine(waitMs => waitMs <= 10_000, 'must be milliseconds from 0 to 10000')
    .default(0),
  TENANT_END_DAYS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be days from 0 to 90')
    .transform(Number)
    .refine(days => days <= 90, 'must be days from 0 to 90')
    .default(7),
  SECURITY_CONTACT: list
    .refine(
      contacts => contacts.every(contact => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact)),
      'must be addresses, comma-separated: mailto:security@example.com or https://example.com/report',
    )
    .default([]),
  SECURITY_POLICY: z
    .string()
    .regex(/^https:\/\/\S+$/, 'must be an https address')
    .optional(),
  REGISTRATION: z.enum(['on', 'off'], 'must be on or off').default('off'),
  SMS_PROVIDER: z.enum(['off', 'log', 'http'], 'must be off, log or http').optional(),
  SMS_URL: z
    .string()
    .regex(/^https?:\/\/\S+$/, 'must be the address of the provider, with {phone} and {code} where they belong')
    .optional(),
  SMS_METHOD: z.enum(['GET', 'POST', 'PUT'], 'must be GET, POST or PUT').default('POST'),
  SMS_HEADERS: z.string().transform(readHeaders).optional(),
  SMS_BODY: z.string().default(''),
  SMS_OK_TEXT: z.string().default(''),
  ...mailEnvironment,
  // Set by `node --watch` for the process it watches.
  WATCH_REPORT_DEPENDENCIES: z.string().optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error'], 'must be trace, debug, info, warn or error')
    .default('warn'),
  NODE_ENV: z.string().optional(),
})

/** `options` of the command line count before the environment. @throws SettingsError listing every wrong setting */
export function readSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
  options: Readonly<Record<string, string>> = {},
): Settings {
  const all = Object.entries({ ...env, ...options })
  const given = Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(given)
  const problems = (parsed.error?.issues ?? []).map(issue => `${issue.path.join('.')} ${describeIssue(issue, given)}`)
  problems.push(...listMailProblems(given))
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems)
  const value = parsed.data
  // Nobody misses the gateway who leaves it out; the others are one product.
  const isWhole = roles.every(role => role === 'gateway' || value.ROLE.includes(role))
  if (!isWhole && value.DATABASE_URL === undefined)
    throw new SettingsError([
      'ROLE leaves work to other processes, which cannot share the embedded database: set DATABASE_URL to a PostgreSQL server that all of them use',
    ])
  if (value.CLIENT_CERT_HEADER !== undefined && value.TRUSTED_PROXIES.length === 0)
    throw new SettingsError([
      'CLIENT_CERT_HEADER is heard from proxies alone that are trusted, so TRUSTED_PROXIES must name them',
    ])
  // A process without the API listens nowhere, which says nothing about who uses the installation.
  // Behind a proxy others use it, although it listens on loopback.
  const isLocal = isLoopback(value.HOST) && value.ROLE.includes('api') && value.TRUSTED_PROXIES.length === 0
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    adminUsername: value.ADMIN_USERNAME,
    adminPassword: value.ADMIN_PASSWORD ?? null,
    tenantName: value.TENANT_NAME,
    masterKey: value.MASTER_KEY === undefined ? null : Buffer.from(value.MASTER_KEY, 'base64'),
    oldMasterKey: value.MASTER_KEY_OLD === undefined ? null : Buffer.from(value.MASTER_KEY_OLD, 'base64'),
    egressAllow: value.EGRESS_ALLOW?.filter(place => place !== 'none') ?? null,
    proxies: {
      addresses: value.TRUSTED_PROXIES,
      header: value.PROXY_HEADER,
      certificate: value.CLIENT_CERT_HEADER ?? null,
    },
    fileDirectories: value.FILE_DIRECTORIES.map(readDirectory),
    allowsSandbox: value.SANDBOX === undefined ? isLocal : value.SANDBOX === 'on',
    leaseMs: value.LEASE_MS,
    roles: value.ROLE,
    labels: [...new Set(value.POOL)],
    concurrency: value.CONCURRENCY,
    mappingComputeMs: value.MAPPING_COMPUTE_MS,
    gatewayPort: value.GATEWAY_PORT ?? null,
    gatewayOrigin: value.GATEWAY_URL ?? (isLocal ? findLocalGateway(value) : null),
    healthPort: value.HEALTH_PORT ?? null,
    connections: { most: value.CONNECTIONS, mostOfOne: value.CONNECTIONS_PER_ADDRESS },
    drainWaitMs: value.DRAIN_WAIT_MS,
    mode: value.WATCH_REPORT_DEPENDENCIES === undefined ? 'work' : 'listen',
    security:
      value.SECURITY_CONTACT.length === 0
        ? null
        : {
            contacts: value.SECURITY_CONTACT,
            ...(value.SECURITY_POLICY === undefined ? {} : { policy: value.SECURITY_POLICY }),
          },
    tenantEndDays: value.TENANT_END_DAYS,
    allowsRegistration: value.REGISTRATION === 'on',
    sms: readSms(value, isLocal),
    mail: readMail(value),
    publicUrl: value.PUBLIC_URL ?? null,
    logLevel: value.LOG_LEVEL,
    isDevelopment: value.NODE_ENV === 'development',
  }
}

/** Where nobody stands between, the port is the one that programs call. */
function findLocalGateway({ GATEWAY_PORT: port, HOST: host, ROLE }: z.output<typeof Environment>): string | null {
  if (port === undefined || port === 0 || !ROLE.includes('gateway')) return null
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

function readSms(value: z.output<typeof Environment>, isLocal: boolean): Settings['sms'] {
  const kind = value.SMS_PROVIDER ?? (isLocal ? 'log' : 'off')
  if (kind !== 'http') return kind
  const url = value.SMS_URL
  if (url === undefined) throw new SettingsError(['SMS_PROVIDER is http, so SMS_URL must name the provider'])
  if (!`${url}${value.SMS_BODY}`.includes('{code}'))
    throw new SettingsError(['SMS_URL or SMS_BODY must hold {code}, else no message would carry it'])
  return {
    url,
    method: value.SMS_METHOD,
    headers: value.SMS_HEADERS ?? {},
    body: value.SMS_BODY,
    okText: value.SMS_OK_TEXT,
  }
}

/** All three or none: `listMailProblems` has refused the rest. A public address alone is none. */
function readMail({ MAIL_URL: server, MAIL_FROM: from, PUBLIC_URL: publicUrl }: z.output<typeof Environment>) {
  return server && from && publicUrl !== undefined ? { server, from, publicUrl } : null
}

/** A JSON object of texts. */
function readHeaders(text: string, ctx: z.RefinementCtx): Record<string, string> {
  try {
    const parsed = z.record(z.string().regex(/^[\w-]+$/), z.string()).safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch {
    // said below
  }
  ctx.addIssue({ code: 'custom', message: 'must be a JSON object of header names and texts' })
  return z.NEVER
}

const secretNames = new Set([
  'ADMIN_PASSWORD',
  'MASTER_KEY',
  'MASTER_KEY_OLD',
  'DATABASE_URL',
  'SMS_URL',
  'SMS_HEADERS',
  'SMS_BODY',
  'MAIL_URL',
])

function describeIssue(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0])
  return secretNames.has(name) ? issue.message : `${issue.message} (it is ${JSON.stringify(given[name])})`
}

/** The product's rule for passwords. Spec §5. */
function isStrongPassword(password: string): boolean {
  return password.length >= 8 && /[A-Za-z]/.test(password) && /\d/.test(password) && /[^A-Za-z0-9]/.test(password)
}

/** `127.0.0.1`, `10.0.0.0/8`, `fd00::/8` */
function isNetwork(text: string): boolean {
  const [base = '', bits, ...rest] = text.split('/')
  const family = isIP(base)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name)

/** What a command at a terminal may look at: the language, a token, secrets by their names. */
export const readEnvironment = (): Readonly<Record<string, string | undefined>> => process.env
