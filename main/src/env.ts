import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

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
  /**
   * EGRESS_ALLOW: private places connectors may reach, comma-separated `host[:port]` or CIDR, or `private` for all of
   * them. Default: `private` while HOST is a loopback address, else none.
   */
  readonly egressAllow: readonly string[]
  /** FILE_DIRECTORIES: directories the file connector may open, comma-separated. Default: none. */
  readonly fileDirectories: readonly string[]
  /** SANDBOX: `on` or `off`, whether the simulated platforms may be started. Default: on while HOST is loopback. */
  readonly allowsSandbox: boolean
  /** LEASE_MS, default 6000: a run whose process has been silent for this long is taken over by another. */
  readonly leaseMs: number
  /** LOG_LEVEL, default warn. */
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error'
  /** NODE_ENV=development shows traces in error answers. */
  readonly isDevelopment: boolean
}

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

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine(port => port <= 65_535, 'must be a port number from 0 to 65535')
    .default(8080),
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
  EGRESS_ALLOW: list.optional(),
  FILE_DIRECTORIES: list.default([]),
  SANDBOX: z.enum(['on', 'off'], 'must be on or off').optional(),
  LEASE_MS: z
    .string()
    .regex(/^\d{3,6}$/, 'must be milliseconds from 500 to 600000')
    .transform(Number)
    .refine(leaseMs => leaseMs >= 500 && leaseMs <= 600_000, 'must be milliseconds from 500 to 600000')
    .default(6000),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error'], 'must be trace, debug, info, warn or error')
    .default('warn'),
  NODE_ENV: z.string().optional(),
})

/** @throws SettingsError listing every wrong setting */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new SettingsError(parsed.error.issues.map(issue => `${issue.path.join('.')} ${describeIssue(issue, given)}`))
  const value = parsed.data
  const isLocal = isLoopback(value.HOST)
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    adminUsername: value.ADMIN_USERNAME,
    adminPassword: value.ADMIN_PASSWORD ?? null,
    tenantName: value.TENANT_NAME,
    masterKey: value.MASTER_KEY === undefined ? null : Buffer.from(value.MASTER_KEY, 'base64'),
    egressAllow: value.EGRESS_ALLOW ?? (isLocal ? ['private'] : []),
    fileDirectories: value.FILE_DIRECTORIES.map(directory => resolve(directory)),
    allowsSandbox: value.SANDBOX === undefined ? isLocal : value.SANDBOX === 'on',
    leaseMs: value.LEASE_MS,
    logLevel: value.LOG_LEVEL,
    isDevelopment: value.NODE_ENV === 'development',
  }
}

const secretNames = new Set(['ADMIN_PASSWORD', 'MASTER_KEY', 'DATABASE_URL'])

function describeIssue(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0])
  return secretNames.has(name) ? issue.message : `${issue.message} (it is ${JSON.stringify(given[name])})`
}

/** The product's rule for passwords. Spec §5. */
function isStrongPassword(password: string): boolean {
  return password.length >= 8 && /[A-Za-z]/.test(password) && /\d/.test(password) && /[^A-Za-z0-9]/.test(password)
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')
