import {
  type AdapterInForce,
  type AssetTrialInput,
  type ChatAnswer,
  type ChatMessage,
  type Connection,
  type GrantTerms,
  isPackConnector,
  type Manifest,
  type Pack,
  parseParams,
  type StatementTrialInput,
} from '@sluice/connector-kit'
import {
  type ApiAsset,
  type AssetTrial,
  Failure,
  type FieldSpec,
  judgeTest,
  newId,
  type ParamValues,
  type Resource,
  type ScriptHook,
  type Statement,
  type StatementTrial,
  type TablePlan,
  type TestStep,
  toFailure,
} from '@sluice/contract'
import { createScripts } from '../script/create-scripts.ts'
import { keepConnections } from './keep-connections.ts'
import { findAdapterOf, lendCatalogue, loadPlatform } from './load-platform.ts'
import { boundAnswers, createLooks, type Looks, refuseForeign, type WithConnection } from './looks.ts'
import {
  closeQuietly,
  lendAccount,
  type OpenedConnection,
  type OpeningDeps,
  openConnection,
  readConnector,
  unsealParams,
} from './open-connection.ts'
import { type MessageOutcome, type MessageRequest, sendMessage } from './send-message.ts'

/** Far systems as a person setting up a connector or a strategy sees them. Nothing is stored. */
export interface Connections extends Looks {
  platforms(): readonly Manifest[]
  /** What the platforms that are data are made of. */
  packs(): readonly Pack[]
  /**
   * Opens with the given parameters and tests, at most 30 s in all. Never throws: an error is a step.
   * Encrypted parameters may be plain, or sealed texts of the connector `saved`. What was granted to another
   * environment of it is not used.
   */
  test(tenantId: string, platformId: string, params: ParamValues, saved?: SavedPlace): Promise<readonly TestStep[]>
  /** The same for a saved connector. @throws Failure `connector.missing` */
  testSaved(tenantId: string, connectorId: string): Promise<readonly TestStep[]>
  /** Kept for 30 s; `fresh` asks the far system again. */
  discover(tenantId: string, connectorId: string, fresh?: boolean): Promise<readonly Resource[]>
  describe(
    tenantId: string,
    connectorId: string,
    resource: string,
    options?: ParamValues,
    role?: 'source' | 'target',
    /** As in `SampleQuery`. */
    isForeign?: boolean,
  ): Promise<Resource>
  /** As `sample`, for programs that ask often: over a connection that others use as well, no older than a second. */
  call: Looks['sample']
  /** One request as the asset describes it, at most 60 s. @throws Failure `connector.noAssets` */
  tryAsset(tenantId: string, connectorId: string, asset: ApiAsset, input: AssetTrialInput): Promise<AssetTrial>
  /** What requests of an API asset go through. @param api the adapter that the asset names, "" for none */
  findAdapter(tenantId: string, platformId: string, api: string): Promise<AdapterInForce | null>
  /** A statement of the tenant once, at most 60 s. @throws Failure `connector.noStatements` */
  tryStatement(
    tenantId: string,
    connectorId: string,
    statement: Statement,
    input: StatementTrialInput,
  ): Promise<StatementTrial>
  /** Functions that a script of an adapter exports. @throws Failure `script.source` naming line and column */
  checkScript(tenantId: string, code: string): Promise<readonly ScriptHook[]>
  /** The table that `createResource` would make. @throws Failure `connector.cannotCreate` as there */
  planResource(tenantId: string, connectorId: string, wanted: NewResource): Promise<TablePlan>
  /** A new table that fits the fields. @throws Failure `connector.cannotCreate` where the connector has no such thing */
  createResource(tenantId: string, connectorId: string, wanted: NewResource): Promise<Resource>
  /** The next word in a conversation, at most 54 s. @throws Failure `connector.noConversation` */
  converse(tenantId: string, connectorId: string, messages: readonly ChatMessage[]): Promise<ChatAnswer>
  /** Where a person grants access to it; null when it signs in otherwise. @throws Failure */
  readGrant(tenantId: string, connectorId: string): Promise<GrantTerms | null>
  /** One message through a robot that is no saved connector. Never throws. */
  sendMessage(tenantId: string, request: MessageRequest): Promise<MessageOutcome>
  /** Forget what was kept about a connector that was changed. */
  forget(tenantId: string, connectorId: string): void
}

/** Where parameters belong that are under test. */
interface SavedPlace {
  readonly connectorId: string
  readonly env: string
}

export interface NewResource {
  readonly resource: string
  readonly fields: readonly FieldSpec[]
  readonly key: readonly string[]
}

export type ConnectionDeps = OpeningDeps & { now(): number }

// A person clicks through tables faster than a far system wants to be asked.
const KEPT_MS = 30_000
const TEST_MS = 30_000
const TRIAL_MS = 60_000
/** A call is answered within 55 s, and its asker should still hear why there was no answer. */
const CONVERSE_MS = 54_000

/** All of it is done beside the requests of everybody. */
export function createConnections(given: ConnectionDeps): Connections {
  const deps = boundAnswers(given)
  const kept = new Map<string, { readonly untilMs: number; readonly resources: Promise<readonly Resource[]> }>()
  const withConnection: WithConnection = (tenantId, connectorId, work) =>
    lendConnection(deps, tenantId, connectorId, work)
  const calls = createLooks(keepConnections((tenantId, id) => openConnection(deps, tenantId, id), deps.now))

  return {
    platforms: () => deps.connectors.map(connector => connector.manifest),
    packs: () => deps.connectors.filter(isPackConnector).map(connector => connector.pack),
    test: (tenantId, platformId, params, saved) => testParams(deps, { tenantId, platformId, saved }, params),
    async testSaved(tenantId, connectorId) {
      const row = await readConnector(deps, tenantId, connectorId)
      const place = { tenantId, platformId: row.platform_id, saved: { connectorId, env: row.env } }
      const steps = await testParams(deps, place, row.params)
      if (judgeTest(steps) === 'ok') await lendAccount(deps, tenantId, row)?.answered()
      return steps
    },
    discover(tenantId, connectorId, fresh = false) {
      const place = `${tenantId}/${connectorId}`
      for (const [key, entry] of kept) if (entry.untilMs <= deps.now()) kept.delete(key)
      const known = kept.get(place)
      if (known && !fresh) return known.resources
      const resources = withConnection(tenantId, connectorId, ({ connection }) => connection.discover())
      kept.set(place, { untilMs: deps.now() + KEPT_MS, resources })
      // A failure is not kept: the next click asks again.
      resources.catch(() => kept.delete(place))
      return resources
    },
    describe: (tenantId, connectorId, resource, options = {}, role = 'source', isForeign = false) =>
      withConnection(tenantId, connectorId, opened => {
        if (isForeign && role === 'source') refuseForeign(opened, { resource, options })
        return opened.connection.describe(resource, options, role)
      }),
    ...createLooks(withConnection),
    call: calls.sample,
    tryAsset: (tenantId, connectorId, asset, input) =>
      withConnection(tenantId, connectorId, ({ connection, manifest }) => {
        if (!connection.tryAsset) throw noAssets(manifest)
        return connection.tryAsset(asset, input, AbortSignal.timeout(TRIAL_MS))
      }),
    findAdapter: (tenantId, platformId, api) => findAdapterOf(deps, tenantId, platformId, api),
    tryStatement: (tenantId, connectorId, statement, input) =>
      withConnection(tenantId, connectorId, ({ connection, manifest }) => {
        if (!connection.tryStatement) throw noStatements(manifest)
        return connection.tryStatement(statement, input, AbortSignal.timeout(TRIAL_MS))
      }),
    checkScript: (tenantId, code) => createScripts(deps, tenantId).inspect(code, AbortSignal.timeout(TRIAL_MS)),
    converse: (tenantId, connectorId, messages) =>
      withConnection(tenantId, connectorId, ({ connection, manifest }) => {
        if (!connection.converse) throw noConversation(manifest)
        return connection.converse(messages, AbortSignal.timeout(CONVERSE_MS))
      }),
    planResource: (tenantId, connectorId, { resource, fields, key }) =>
      withConnection(tenantId, connectorId, ({ connection, manifest }) => {
        if (!connection.planResource) throw cannotCreate(manifest)
        return connection.planResource(resource, fields, key)
      }),
    async createResource(tenantId, connectorId, { resource, fields, key }) {
      const made = await withConnection(tenantId, connectorId, async ({ connection, manifest }) => {
        if (!connection.createResource) throw cannotCreate(manifest)
        return connection.describe(await connection.createResource(resource, fields, key), {})
      })
      kept.delete(`${tenantId}/${connectorId}`)
      return made
    },
    readGrant: (tenantId, connectorId) => readGrantOf(deps, tenantId, connectorId),
    sendMessage: (tenantId, request) => sendMessage(deps, tenantId, request),
    forget: (tenantId, connectorId) => void kept.delete(`${tenantId}/${connectorId}`),
  }
}

async function readGrantOf(deps: ConnectionDeps, tenantId: string, connectorId: string): Promise<GrantTerms | null> {
  const row = await readConnector(deps, tenantId, connectorId)
  const { manifest, readGrant } = await loadPlatform(deps, tenantId, row.platform_id)
  const plain = await unsealParams(deps, tenantId, manifest, row.params, connectorId)
  return readGrant?.(parseParams(manifest.params, plain)) ?? null
}

async function lendConnection<T>(
  deps: ConnectionDeps,
  tenantId: string,
  connectorId: string,
  work: (opened: OpenedConnection) => Promise<T>,
): Promise<T> {
  const opened = await openConnection(deps, tenantId, connectorId)
  try {
    return await work(opened)
  } finally {
    await closeQuietly(opened.connection)
  }
}

const noAssets = (manifest: Manifest): Failure =>
  new Failure({
    code: 'connector.noAssets',
    message: `${manifest.name.en} takes no API assets.`,
    advice: 'Choose a connector of the platform that the API asset belongs to.',
  })

const noStatements = (manifest: Manifest): Failure =>
  new Failure({
    code: 'connector.noStatements',
    message: `${manifest.name.en} takes no SQL adapters.`,
    advice: 'Choose a connector to a database.',
  })

const noConversation = (manifest: Manifest): Failure =>
  new Failure({
    code: 'connector.noConversation',
    message: `${manifest.name.en} is no language model.`,
    advice: 'Choose a connector of a platform that is one.',
  })

const cannotCreate = (manifest: Manifest): Failure =>
  new Failure({
    code: 'connector.cannotCreate',
    message: `${manifest.name.en} cannot make a table from here.`,
    advice: 'Make it at the target and choose it there.',
  })

interface TestPlace {
  readonly tenantId: string
  readonly platformId: string
  readonly saved: SavedPlace | undefined
}

async function testParams(
  deps: ConnectionDeps,
  { tenantId, platformId, saved }: TestPlace,
  params: ParamValues,
): Promise<TestStep[]> {
  const steps: TestStep[] = []
  const startedMs = deps.now()
  const fail = (error: unknown): TestStep[] => [...steps, toFailedStep(error, deps.now() - startedMs)]
  let connection: Connection | undefined
  const run = async (): Promise<TestStep[]> => {
    const connector = await loadPlatform(deps, tenantId, platformId)
    const plain = await unsealParams(deps, tenantId, connector.manifest, params, saved?.connectorId)
    connection = await connector.open(parseParams(connector.manifest.params, plain), {
      ...deps.makeContext(tenantId, saved?.connectorId ?? newId(startedMs), saved?.env),
      ...lendCatalogue(deps, tenantId, platformId),
    })
    for await (const step of connection.test()) steps.push(step)
    return steps
  }
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<TestStep[]>(resolve => {
    timer = setTimeout(() => resolve(fail(tooSlow)), TEST_MS)
  })
  try {
    return await Promise.race([run(), deadline])
  } catch (error) {
    return fail(error)
  } finally {
    clearTimeout(timer)
    // Also ends a test that is still under way; not waited for, because it may hang.
    void closeQuietly(connection) // never rejects: that is what quietly means
  }
}

const tooSlow = new Failure({
  code: 'connector.timeout',
  message: `The test took longer than ${TEST_MS / 1000} seconds and was given up.`,
  advice: 'Check that the address can be reached from here and that no firewall drops the connection.',
})

function toFailedStep(error: unknown, elapsedMs: number): TestStep {
  const { code, message, advice } = toFailure(error)
  const isParams = code.startsWith('params.')
  return {
    name: isParams ? 'params' : 'open',
    label: isParams ? { zh: '参数', en: 'Parameters' } : { zh: '连接', en: 'Connection' },
    ok: false,
    elapsedMs,
    error: { code, message, ...(advice === undefined ? {} : { advice }) },
  }
}
