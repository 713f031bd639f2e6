import {
  type AdapterNotes,
  type Connection,
  type Connector,
  type ConnectorContext,
  type Manifest,
  parseParams,
} from '@sluice/connector-kit'
import { Failure, type Param, ParamValue, type ParamValues } from '@sluice/contract'
import { type Database, isSealed, type Vault } from '@sluice/db'
import type { Accounts, LentAccount } from '../account/accounts.ts'
import { type ConnectorRow, findConnector } from '../sql/strategy-rows.ts'
import { lendCatalogue, loadPlatform } from './load-platform.ts'

/** What it takes to open a far system. */
export interface OpeningDeps {
  readonly database: Database
  readonly connectors: readonly Connector[]
  readonly vault: Pick<Vault, 'open'>
  /** @param env whose tokens and granted access it holds; absent, it holds none: nothing is saved that they belong to */
  makeContext(tenantId: string, connectorId: string, env?: string): ConnectorContext
  /** Absent: nothing is counted, limited or cut off. */
  readonly accounts?: Accounts
}

export interface OpenedConnection {
  readonly connection: Connection
  readonly manifest: Manifest
  /** See `Connector`. */
  readonly mayChange?: Connector['mayChange']
  readonly row: ConnectorRow
  readonly account: LentAccount | null
}

/** Opens a saved connector with its secrets unsealed. The caller closes it. @throws Failure */
export async function openConnection(
  deps: OpeningDeps,
  tenantId: string,
  connectorId: string,
  notes?: AdapterNotes,
): Promise<OpenedConnection> {
  const row = await readConnector(deps, tenantId, connectorId)
  const connector = await loadPlatform(deps, tenantId, row.platform_id)
  const params = await unsealParams(deps, tenantId, connector.manifest, row.params, connectorId)
  const account = lendAccount(deps, tenantId, row)
  const context = {
    ...deps.makeContext(tenantId, connectorId, row.env),
    ...lendCatalogue(deps, tenantId, row.platform_id),
    ...(notes ? { notes } : {}),
  }
  try {
    const connection = await connector.open(
      parseParams(connector.manifest.params, params),
      account ? { ...context, account } : context,
    )
    const { manifest, mayChange } = connector
    return { connection, manifest, row, account, ...(mayChange ? { mayChange } : {}) }
  } catch (error) {
    await account?.report(error)
    throw error
  }
}

/** Absent where nothing is counted. */
export function lendAccount({ accounts }: OpeningDeps, tenantId: string, row: ConnectorRow): LentAccount | null {
  if (!accounts) return null
  const limits = { ratePerSecond: row.rate_per_second, concurrency: row.concurrency }
  const state = { pausedMs: row.paused_ms, openMs: row.open_ms, trouble: row.trouble }
  return accounts.lend({ tenantId, connectorId: row.id }, limits, state)
}

/** @throws Failure `connector.missing` */
export async function readConnector(deps: OpeningDeps, tenantId: string, connectorId: string): Promise<ConnectorRow> {
  const row = await deps.database.withTenant(tenantId, tx => findConnector(tx, connectorId))
  if (row) return row
  throw new Failure({
    code: 'connector.missing',
    message: 'The connector does not exist any more.',
    field: 'connector_id',
    value: connectorId,
    advice: 'Choose another connector.',
  })
}

/** Encrypted parameters opened; plain texts in their place stay as they are, for forms not yet saved. */
export async function unsealParams(
  deps: Pick<OpeningDeps, 'vault'>,
  tenantId: string,
  manifest: Manifest,
  params: ParamValues,
  connectorId: string | undefined,
): Promise<ParamValues> {
  const open = async (param: Param | undefined, value: ParamValue): Promise<ParamValue> => {
    if (!param?.encryption || connectorId === undefined || typeof value !== 'string' || !isSealed(value)) return value
    const plain = await deps.vault.open(tenantId, `connector/${connectorId}/${param.field}`, value)
    // Lists are sealed as JSON text.
    return isTextual(param) ? plain : ParamValue.parse(JSON.parse(plain))
  }
  const entries = Object.entries(params).map(async ([field, value]) => {
    const param = manifest.params.find(candidate => candidate.field === field)
    return [field, await open(param, value)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const isTextual = (param: Param): boolean => !['keyvalue', 'multiselect', 'columns'].includes(param.type)

/** Closing never hides what happened before. */
export async function closeQuietly(closable: { close(): Promise<void> } | null | undefined): Promise<void> {
  await closable?.close().catch(() => undefined)
}
