import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { newId } from '@sluice/contract'
import { createVault, type Tx, type Vault } from '@sluice/db'
import { createTestDatabase, createTestTenant } from '@sluice/db/testing'

const CHILD = fileURLToPath(new URL('./process.ts', import.meta.url))

export interface TestApp {
  readonly id: string
  readonly key: string
  readonly secret: string
  readonly strategyId: string
  readonly token: string
}

/** Of all answers together. */
interface Answer {
  readonly code: number
  readonly access_token: string
  readonly content: {
    readonly items: readonly Item[]
    readonly next_cursor: string | null
    readonly concurrency: object
  }
}

export interface Item {
  readonly id: string
  readonly key: string
  readonly content: object
}

export interface TestLimits {
  readonly rate?: number
  readonly burst?: number
  readonly perDay?: number
  readonly perMonth?: number
  readonly concurrency?: number
  readonly planId?: string
}

/** Several real processes of the gateway over one store. */
export async function openWorld(processes: number) {
  const { database, url, drop } = await createTestDatabase()
  const { tenantId } = await createTestTenant(database)
  const masterKey = randomBytes(32)
  const vault = createVault(database, { current: 'k', keys: new Map([['k', masterKey]]) }, Date.now)
  const children: ChildProcess[] = []
  const addresses: string[] = []
  for (let n = 0; n < processes; n++) {
    const args = [CHILD, url, masterKey.toString('hex')]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const [line] = await once(child.stdout!, 'data') // stdio says that stdout is a pipe
    addresses.push(String(line).trim())
  }

  const inTenant: InTenant = work => database.withTenant(tenantId, work)
  const query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    inTenant(tx => tx.query<Row>(text, [...values]))
  const tellChange = () => query("select pg_notify('gateway_changed', app_tenant()::text)")

  const call = async (
    path: string,
    options: { token?: string; body?: object; at?: number; headers?: Record<string, string> } = {},
  ) => {
    const { token, body, at = 0, headers } = options
    const answer = await fetch(`${addresses[at % processes]}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Answer } // of the gateway
  }

  const makeApp = makeApps({ tenantId, vault, inTenant, tellChange, call })

  return {
    ...{ addresses, database, tenantId, query, tellChange, call, makeApp },
    pathOf: (app: TestApp, operation: string): string => `/v2/open-api/business/${app.strategyId}/${operation}`,
    async close() {
      for (const child of children) {
        child.kill()
        await once(child, 'exit')
      }
      await drop()
    },
  }
}

type InTenant = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

interface Making {
  readonly tenantId: string
  readonly vault: Vault
  readonly inTenant: InTenant
  readonly tellChange: () => Promise<unknown>
  readonly call: (
    path: string,
    options: { body: object },
  ) => Promise<{ status: number; json: { access_token: string } }>
}

/** Each has signed in, by which the process at hand knows it; that was one call of its limits. */
const makeApps =
  ({ tenantId, vault, inTenant, tellChange, call }: Making) =>
  async (set: TestLimits = {}, source: object = {}, scope: object = {}): Promise<TestApp> => {
    const [id, strategyId, connectorId, secretId] = [newId(), newId(), newId(), newId()]
    const [key, secret] = [randomBytes(6).toString('hex'), randomBytes(10).toString('hex')]
    const sealed = await vault.seal(tenantId, `gateway/${id}/secret/${secretId}`, secret)
    const config = {
      source: {
        connector_id: connectorId,
        resource: 'passive.receive',
        options: { inbox: id },
        key: ['id'],
        ...source,
      },
    }
    const {
      operations = ['query', 'find', 'store'],
      fields = ['id', 'amount'],
      ...more
    } = scope as {
      operations?: string[]
      fields?: string[]
    }
    await inTenant(async tx => {
      await tx.execute("insert into connector (id, platform_id, name) values ($1::uuid, 'self', $1::uuid::text)", [
        connectorId,
      ])
      await tx.execute(
        `insert into strategy (id, code, name, status, source_connector_id)
         values ($1::uuid, $1::uuid::text, $1::uuid::text, 'running', $2)`,
        [strategyId, connectorId],
      )
      await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
        strategyId,
        JSON.stringify(config),
      ])
      await tx.execute(
        `insert into gateway_application (id, name, app_key, rate_per_minute, burst, quota_per_day, quota_per_month, concurrency, plan_id)
         values ($1::uuid, $1::uuid::text, $2, $3, $4, $5, $6, $7, $8)`,
        [
          id,
          key,
          set.rate ?? (set.planId ? null : 60_000),
          set.burst ?? (set.planId ? null : 10_000),
          set.perDay ?? null,
          set.perMonth ?? null,
          set.concurrency ?? null,
          set.planId ?? null,
        ],
      )
      await tx.execute('insert into gateway_secret (id, application_id, sealed, hash) values ($1, $2, $3, $4)', [
        ...[secretId, id, sealed],
        createHash('sha256').update(secret).digest(),
      ])
      const named = Object.entries({ operations, fields, ...more })
      await tx.execute(
        `insert into gateway_scope (application_id, strategy_id, ${named.map(([name]) => name).join(', ')})
         values ($1, $2, ${named.map((_, at) => `$${at + 3}`).join(', ')})`,
        [id, strategyId, ...named.map(([, value]) => value)],
      )
    })
    await tellChange()
    const signIn = () => call('/v2/oauth', { body: { app_key: key, app_secret: secret } })
    let signed = await signIn()
    while (signed.status === 401) signed = await signIn()
    return { id, key, secret, strategyId, token: signed.json.access_token }
  }

export type TestWorld = Awaited<ReturnType<typeof openWorld>>
