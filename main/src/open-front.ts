import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createHttpSms, createLogSms, createServer, createTenant, hasTenant, type ServerDeps } from '@sluice/api'
import type { Egress } from '@sluice/connector-kit'
import type { Database } from '@sluice/db'
import type { Gateway } from '@sluice/gateway'
import { readPackages } from '@sluice/packages'
import type { Demo } from './demo.ts'
import type { Settings } from './env.ts'
import type { Front } from './front.ts'
import { type GatewayParts, openGateway } from './open-gateway.ts'
import { openGatewayFront } from './open-gateway-front.ts'
import { templates } from './templates.ts'
import { version } from './version.ts'

const consoleDir = join(import.meta.dirname, '../../console/dist')

/** API and console on the one port of HOST and PORT. */
export async function openFront(
  settings: Settings,
  parts: Omit<ServerDeps, 'config' | 'demo' | 'now' | 'random' | 'outgoing' | 'sms'> & {
    readonly egress: Egress
    readonly demo: Demo
    readonly masterKey: Buffer
    /** Make the demo of the first tenant too. */
    readonly createsDemo: boolean
  },
): Promise<Front> {
  const { database, demo, masterKey, createsDemo, egress, ...deps } = parts
  const server = await createServer({
    ...deps,
    database,
    demo,
    templates,
    packages: readPackages(),
    outgoing: egress,
    ...openSms(settings, egress, deps.log),
    config: {
      version,
      ...(existsSync(consoleDir) ? { consoleDir } : {}),
      website: website(settings),
      isDevelopment: settings.isDevelopment,
      signInSecret: deriveSignInSecret(masterKey),
      registration: settings.allowsRegistration,
      ...(settings.security ? { security: settings.security } : {}),
      tenantEndDays: settings.tenantEndDays,
      proxies: settings.proxies,
      ...(settings.gatewayOrigin === null ? {} : { gatewayOrigin: settings.gatewayOrigin }),
      connections: settings.connections,
    },
    now: Date.now,
    random: Math.random,
  })
  const gateway = await openGatewayHere(settings, { ...deps, database, masterKey }, server.app)
  await demo.resume()
  // Whoever cannot listen makes no administrator: the password would have been shown to nobody.
  const url = await server.listen(settings.host, settings.port)
  const admin = await ensureFirstTenant(database, settings)
  if (createsDemo) await server.createDemo(await findFirstTenant(database))
  return {
    url,
    admin,
    async close() {
      await server.close({ waitMs: settings.drainWaitMs })
      await gateway.stop()
    },
  }
}

/** On the port of everything else, on one of its own, or not at all. */
async function openGatewayHere(
  settings: Settings,
  parts: GatewayParts,
  app: Parameters<Gateway['mount']>[0],
): Promise<Pick<Gateway, 'stop'>> {
  if (!settings.roles.includes('gateway')) return { stop: async () => {} }
  if (settings.gatewayPort !== null) {
    const front = await openGatewayFront(settings, parts)
    return { stop: () => front.close() }
  }
  const gateway = await openGateway(settings, parts)
  gateway.mount(app)
  return gateway
}

/** Codes by message: through the operator's provider, into the log, or not at all. */
function openSms({ sms }: Settings, egress: Egress, log: ServerDeps['log']): Pick<ServerDeps, 'sms'> {
  if (sms === 'off') return {}
  return { sms: sms === 'log' ? createLogSms(log) : createHttpSms(egress, sms) }
}

async function ensureFirstTenant(database: Database, settings: Settings): Promise<Front['admin']> {
  if (await hasTenant(database)) return null
  const made = await createTenant(database, {
    code: 'default',
    name: settings.tenantName,
    adminUsername: settings.adminUsername,
    ...(settings.adminPassword === null ? {} : { password: settings.adminPassword }),
  })
  return { username: made.username, password: made.password, isOneTime: settings.adminPassword === null }
}

async function findFirstTenant(database: Database): Promise<string> {
  const rows = await database.withSystem(tx =>
    tx.query<{ id: string }>('select id from tenant order by created_at, id limit 1'),
  )
  return rows[0]!.id // ensureFirstTenant has made one
}

/** One secret for all processes of the installation, so that a sign-in may begin at one and end at another. */
const deriveSignInSecret = (masterKey: Buffer): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', masterKey, '', 'sign-in', 32))

const website = (settings: Settings) => ({
  short_name: 'Sluice',
  host: settings.host,
  record_number: '',
  authorized_company: settings.tenantName,
})
