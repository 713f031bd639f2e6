import { parseArgs } from 'node:util'
import { configKinds } from '@sluice/api/modules/admin/config/contract.ts'
import type { ConfigCommand } from './config/run-config.ts'
import { isMarketAct, marketOptions, readMarketCommand } from './market/read-command.ts'
import type { MarketCommand } from './market/run-market.ts'
import { packageOptions, readPackageCommand } from './package/read-command.ts'
import type { PackageCommand } from './package/run-package.ts'

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'start'; readonly demo: boolean; readonly settings: Readonly<Record<string, string>> }
  | { readonly kind: 'migrate' }
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'restore'; readonly file: string }
  | { readonly kind: 'tenant'; readonly code: string; readonly name: string; readonly admin: string }
  | { readonly kind: 'proof'; readonly code: string }
  | { readonly kind: 'resetPassword'; readonly user: string }
  | {
      readonly kind: 'quota'
      readonly code: string
      readonly change: Readonly<Record<string, number | boolean | null>>
    }
  | { readonly kind: 'secrets'; readonly action: 'rotate' | 'rewrap'; readonly code: string | null }
  | { readonly kind: 'website'; readonly code: string; readonly host: string | null }
  | { readonly kind: 'market'; readonly id: string | null; readonly reason: string | null }
  | { readonly kind: 'verifyLog'; readonly file: string }
  | { readonly kind: 'config'; readonly command: ConfigCommand }
  | { readonly kind: 'package'; readonly command: PackageCommand }
  | { readonly kind: 'marketFile'; readonly command: MarketCommand }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string }

export const usage = `Sluice moves records between systems; every record can be traced, explained and replayed.

  npm start                     install, build and run the product
  npm start -- --demo           the same, with a demo: sandbox shop → sandbox ERP
  npm start -- --role=worker --pool=default,erp --concurrency=8
                                one of several processes on one PostgreSQL (DATABASE_URL): roles api, scheduler, worker, gateway
  npm start -- migrate          bring the database to this version and end
  npm start -- backup FILE      everything but the master key into one file; the product may run
  npm start -- restore FILE     into an empty DATA_DIR
  npm start -- tenant add --code acme --name "Acme Ltd" --admin acme-admin
                                make another tenant with its administrator; prints a one-time password
  npm start -- tenant quota --code acme --runs 4 --strategies 100 --records-per-month 1000000 --storage-bytes none
                                what a tenant may use; none takes a limit away; --weight 2 gives it twice the places;
                                further --connectors 5 --least-minutes 15 --may-follow no --may-script no
  npm start -- tenant proof --code acme
                                the proofs that a tenant of this code was removed, newest first
  npm start -- admin reset-password [--user admin]
                                prints a new one-time password and ends the user's sign-ins; the product may run
  npm start -- secrets rotate [--code acme]
                                new data keys for one tenant or all; sealed texts move over; the product may run
  npm start -- secrets rewrap   after a change of the master key: MASTER_KEY the new one, MASTER_KEY_OLD the old one
  npm start -- tenant website --code acme --host acme.example.com
                                the host by which a tenant is told before anybody signs in; --host none takes it away
  npm start -- market waiting   packages that tenants want in the market, with what to look at before; the product may run
  npm start -- market approve --id ID | market refuse --id ID --reason "…"
  npm run verify-log -- FILE    recompute an exported operation log (.jsonl) without the database
  npm run sluice -- export DIR  the configuration of a tenant as files, of --kinds strategy,mapping or all; --state cursors too
  npm run sluice -- plan DIR    what applying the files would change, with its effect on stored records; exit code 0
                                nothing, 1 an error, 2 changes
  npm run sluice -- apply DIR   the same carried out, all of it or nothing, after yes, --yes or --plan HASH;
                                --prune deletes what no file names, --state moves cursors
                                each with --url https://sluice.example, --json, and a token in SLUICE_TOKEN;
                                docs/configuration-as-code.md
  npm run sluice -- package build FOLDER [--out FILE] | unpack FILE --out FOLDER | check PATH | test PATH
  npm run sluice -- package diff OLD NEW | publish PATH
  npm run sluice -- package install FILE --connector shop=NAME [--param name=value] [--prefix P]
                                packages of integrations, as a folder of texts or one file; docs/packages.md
  npm run sluice -- market export --out FILE | import FILE [--key KEY] [--name NAME] | sources | look NAME
                                the market as one signed file, and markets of other installations that this one follows
  npm start -- --help | --version

Settings are environment variables: PORT, HOST, DATA_DIR, DATABASE_URL, ADMIN_USERNAME, ADMIN_PASSWORD, TENANT_NAME,
MASTER_KEY, MASTER_KEY_OLD, EGRESS_ALLOW, FILE_DIRECTORIES, SANDBOX, LEASE_MS, LOG_LEVEL, ROLE, POOL, CONCURRENCY,
MAPPING_COMPUTE_MS, GATEWAY_PORT, HEALTH_PORT, DRAIN_WAIT_MS, TENANT_END_DAYS, SECURITY_CONTACT, SECURITY_POLICY, TRUSTED_PROXIES, PROXY_HEADER, CLIENT_CERT_HEADER, GATEWAY_URL, MAIL_URL, MAIL_FROM, PUBLIC_URL. docs/operations.md explains each.`

/** Arguments after the program's name to a command. */
export function readArguments(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        demo: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
        code: { type: 'string' },
        name: { type: 'string' },
        admin: { type: 'string' },
        user: { type: 'string', default: 'admin' },
        host: { type: 'string' },
        id: { type: 'string' },
        reason: { type: 'string' },
        role: { type: 'string' },
        pool: { type: 'string' },
        concurrency: { type: 'string' },
        ...quotaOptions,
        ...configOptions,
        ...packageOptions,
        ...marketOptions,
      },
    })
    if (values.help) return { kind: 'help' }
    if (values.version) return { kind: 'version' }
    const words = positionals.join(' ')
    if (words === '' || words === 'start') return { kind: 'start', demo: values.demo, settings: readOptions(values) }
    if (words === 'migrate') return { kind: 'migrate' }
    const [word, file] = positionals
    if ((word === 'backup' || word === 'restore') && positionals.length === 2 && file) return { kind: word, file }
    if (word === 'export' || word === 'plan' || word === 'apply') return readConfig(word, positionals.slice(1), values)
    if (words === 'tenant add') return readTenant(values)
    if (words === 'admin reset-password') return { kind: 'resetPassword', user: values.user }
    if (word === 'verify-log' && positionals.length === 2 && file) return { kind: 'verifyLog', file }
    if (word === 'package') return readPackageCommand(positionals.slice(1), values)
    if (word === 'market' && isMarketAct(file)) return readMarketCommand(positionals.slice(1), values)
    if (word === 'market') return readMarket(words, values)
    if (words === 'tenant website') return readWebsite(values)
    if (words === 'tenant proof')
      return values.code
        ? { kind: 'proof', code: values.code }
        : { kind: 'wrong', message: '--code is needed: the tenant that was removed' }
    if (words === 'tenant quota') return readQuota(values)
    if (words === 'secrets rotate' || words === 'secrets rewrap')
      return { kind: 'secrets', action: words === 'secrets rotate' ? 'rotate' : 'rewrap', code: values.code ?? null }
    return { kind: 'wrong', message: `Unknown command: ${words}` }
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) }
  }
}

function readMarket(words: string, { id = '', reason = '' }: { id?: string; reason?: string }): Command {
  if (words === 'market waiting') return { kind: 'market', id: null, reason: null }
  if (words !== 'market approve' && words !== 'market refuse')
    return { kind: 'wrong', message: `Unknown command: ${words}` }
  if (id === '') return { kind: 'wrong', message: '--id is needed: market waiting tells it' }
  if (words === 'market approve') return { kind: 'market', id, reason: null }
  return reason === ''
    ? { kind: 'wrong', message: '--reason is needed: its author reads it' }
    : { kind: 'market', id, reason }
}

/** Options of a start are settings by another door: they are checked where the settings are. */
function readOptions({ role, pool, concurrency }: { role?: string; pool?: string; concurrency?: string }) {
  return {
    ...(role === undefined ? {} : { ROLE: role }),
    ...(pool === undefined ? {} : { POOL: pool }),
    ...(concurrency === undefined ? {} : { CONCURRENCY: concurrency }),
  }
}

const quotaOptions = {
  weight: { type: 'string' },
  runs: { type: 'string' },
  strategies: { type: 'string' },
  'records-per-month': { type: 'string' },
  'storage-bytes': { type: 'string' },
  connectors: { type: 'string' },
  'least-minutes': { type: 'string' },
  'may-follow': { type: 'string' },
  'may-script': { type: 'string' },
} as const

const configOptions = {
  url: { type: 'string' },
  kinds: { type: 'string' },
  prune: { type: 'boolean', default: false },
  state: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  plan: { type: 'string' },
  sample: { type: 'string', default: '500' },
} as const

interface ConfigValues {
  readonly url?: string | undefined
  readonly kinds?: string | undefined
  readonly prune: boolean
  readonly state: boolean
  readonly json: boolean
  readonly yes: boolean
  readonly plan?: string | undefined
  readonly sample: string
}

function readConfig(act: ConfigCommand['act'], rest: readonly string[], values: ConfigValues): Command {
  const [directory] = rest
  if (directory === undefined || rest.length > 1)
    return { kind: 'wrong', message: `sluice ${act} needs one directory: sluice ${act} ./config` }
  if (values.url !== undefined && !/^https?:\/\/\S+$/.test(values.url))
    return { kind: 'wrong', message: '--url must be an address like https://sluice.example' }
  const names = values.kinds?.split(',') ?? []
  const kinds = configKinds.filter(kind => names.includes(kind))
  if (kinds.length < new Set(names).size || (names.length > 0 && act !== 'export'))
    return { kind: 'wrong', message: `--kinds of an export are some of ${configKinds.join(',')}` }
  const sample = /^\d{1,4}$/.test(values.sample) ? Number(values.sample) : -1
  if (sample < 0 || sample > 2000) return { kind: 'wrong', message: '--sample must be a number from 0 to 2000' }
  const { url = null, plan = null, prune, state, json, yes } = values
  return {
    kind: 'config',
    command: { act, directory, url, kinds: names.length > 0 ? kinds : null, prune, state, sample, json, yes, plan },
  }
}

function readQuota(values: Readonly<Record<string, unknown>>): Command {
  const code = values['code']
  if (typeof code !== 'string') return { kind: 'wrong', message: '--code is needed: the tenant whose quota is meant' }
  const change: Record<string, number | boolean | null> = {}
  for (const name of Object.keys(quotaOptions)) {
    const text = values[name]
    if (typeof text !== 'string') continue
    const number = readLimit(name, text)
    if (number === undefined)
      return {
        kind: 'wrong',
        message: `--${name} must be ${WANTED[name] ?? 'a number, or none'}`,
      }
    change[name.replaceAll('-', '_')] = number
  }
  return { kind: 'quota', code, change }
}

function readWebsite({ code, host }: { code?: string | undefined; host?: string | undefined }): Command {
  if (!code) return { kind: 'wrong', message: '--code is needed: the tenant whose host is meant' }
  if (!host || !/^[A-Za-z0-9.-]{1,253}$/.test(host))
    return { kind: 'wrong', message: '--host is needed: a host name without http:// and port, or none' }
  return { kind: 'website', code, host: host === 'none' ? null : host }
}

const WANTED: Readonly<Record<string, string>> = {
  weight: 'a number from 0.1 to 100',
  'least-minutes': 'a number from 1 to 1440, or none',
  'may-follow': 'yes or no',
  'may-script': 'yes or no',
}

/** undefined: not a limit. */
function readLimit(name: string, text: string): number | boolean | null | undefined {
  if (name.startsWith('may-')) return text === 'yes' || text === 'no' ? text === 'yes' : undefined
  if (name === 'weight') return Number(text) >= 0.1 && Number(text) <= 100 ? Number(text) : undefined
  if (text === 'none') return null
  const isWhole = /^\d{1,15}$/.test(text)
  if (name === 'least-minutes' && !(Number(text) >= 1 && Number(text) <= 1440)) return undefined
  return isWhole && (name !== 'runs' || Number(text) > 0) ? Number(text) : undefined
}

function readTenant(values: {
  readonly code?: string | undefined
  readonly name?: string | undefined
  readonly admin?: string | undefined
}): Command {
  const { code, name, admin } = values
  if (!code || !/^[a-z0-9][a-z0-9-]{1,39}$/.test(code))
    return { kind: 'wrong', message: '--code is needed: 2 to 40 lower-case letters, digits and hyphens' }
  return { kind: 'tenant', code, name: name ?? code, admin: admin ?? `${code}-admin` }
}
