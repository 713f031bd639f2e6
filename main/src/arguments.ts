import { parseArgs } from 'node:util'

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'start'; readonly demo: boolean }
  | { readonly kind: 'migrate' }
  | { readonly kind: 'tenant'; readonly code: string; readonly name: string; readonly admin: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string }

export const usage = `Sluice moves records between systems; every record can be traced, explained and replayed.

  npm start                     install, build and run the product
  npm start -- --demo           the same, with a demo: sandbox shop → sandbox ERP
  npm start -- migrate          bring the database to this version and end
  npm start -- tenant add --code acme --name "Acme Ltd" --admin acme-admin
                                make another tenant with its administrator; prints a one-time password
  npm start -- --help | --version

Settings are environment variables: PORT, HOST, DATA_DIR, DATABASE_URL, ADMIN_USERNAME, ADMIN_PASSWORD, TENANT_NAME,
MASTER_KEY, EGRESS_ALLOW, FILE_DIRECTORIES, SANDBOX, LEASE_MS, LOG_LEVEL. docs/operations.md explains each.`

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
      },
    })
    if (values.help) return { kind: 'help' }
    if (values.version) return { kind: 'version' }
    const words = positionals.join(' ')
    if (words === '' || words === 'start') return { kind: 'start', demo: values.demo }
    if (words === 'migrate') return { kind: 'migrate' }
    if (words === 'tenant add') return readTenant(values)
    return { kind: 'wrong', message: `Unknown command: ${words}` }
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) }
  }
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
