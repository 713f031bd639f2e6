// waiver: size: the whole engine once, with nothing behind it.
import { parseParams } from '@sluice/connector-kit'
import { createTranslate, Failure, newId, type StrategyConfig, type TestStep } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import {
  createCanaries,
  createDiscoveries,
  createHealth,
  type Engine,
  type MessageOutcome,
  type MessageRequest,
  type RecordSelection,
} from '@sluice/engine'

type Manifest = ReturnType<Engine['connections']['platforms']>[number]

const label = (text: string) => ({ zh: text, en: text })

/** What a platform that takes assets has beside its own. */
const assetParams: Manifest['sourceParams'] = [
  { field: 'asset_values', label: label('Values'), type: 'keyvalue', is_required: false, encryption: false },
  { field: 'adapter', label: label('Adapter'), type: 'text', is_required: false, encryption: false },
]

/** One platform with every kind of parameter the api treats in its own way. */
const manifest: Manifest = {
  id: 'fake',
  name: { zh: '假平台', en: 'Fake' },
  group: 'general',
  describe: label('stands in for a far system'),
  icon: { text: 'FK', color: '#13C2C2' },
  roles: ['source', 'target'],
  params: [
    { field: 'host', label: label('Host'), type: 'text', is_required: true, encryption: false },
    { field: 'password', label: label('Password'), type: 'password', is_required: true, encryption: true },
    { field: 'headers', label: label('Headers'), type: 'keyvalue', is_required: false, encryption: true },
    { field: 'upload', label: label('File'), type: 'file', is_required: false, encryption: false },
  ],
  sourceParams: assetParams,
  targetParams: [
    { field: 'method', label: label('Method'), type: 'text', is_required: false, encryption: false },
    ...assetParams,
  ],
  takesAssets: true,
  takesStatements: true,
  converses: true,
}

const okStep: TestStep = {
  name: 'network',
  label: label('Network'),
  ok: true,
  elapsedMs: 1,
  rights: [{ name: 'write', label: label('Write'), state: 'no', advice: 'waits for a worker', repair: 'grant all' }],
}
const resource = {
  id: 'orders',
  label: 'orders',
  kind: 'table' as const,
  direction: 'both' as const,
  fields: [],
  key: ['id'],
}

/** The engine's door with its database side real and its far side made up. `seen` keeps what it was given. */
export function createFakeEngine(database: Database): { engine: Engine; seen: Seen } {
  const seen: Seen = {
    params: [],
    prompts: [],
    messages: [],
    answer: { kind: 'sent' },
    grant: null,
    converse: async () => ({ content: 'fine', tokens: 3 }),
  }
  const engine: Engine = {
    start: async () => {},
    stop: async () => {},
    connections: createConnections(seen),
    runs,
    schedule,
    strategies: createStrategies(database),
    records: createRecords(database),
    replays,
    rehearsals,
    discoveries: createDiscoveries({ now: Date.now }),
    canaries: createCanaries({ now: () => Date.now() }),
    storage,
    health: createHealth(),
    translate: {
      zh: createTranslate({
        'waits for a worker': '等待执行进程',
        'the target updates by key': '按主键更新',
        'Field "{path}": "{value}" is no number.': '字段“{path}”：“{value}”不是数字。',
      }),
      tw: createTranslate({}),
      pt: createTranslate({}),
    },
    fillWords: words => words,
  }
  return { engine, seen }
}

const replays: Engine['replays'] = {
  async request(tx, { strategyId, groupId, kind, changes, selection, userId }) {
    const id = newId()
    await tx.execute(
      `insert into replay_job (id, strategy_id, group_id, kind, changes, selection, requested_by)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, strategyId, groupId, kind, changes, JSON.stringify(selection), userId],
    )
    return id
  },
  cancel: async (tx, { jobId }) =>
    (await tx.execute(`update replay_job set cancel = true where id = $1 and state = 'choosing'`, [jobId])) > 0,
  preview: async ({ ids }) =>
    ids.map(id => ({
      id,
      key: id,
      effect: 'change',
      reason: null,
      before: '{"id":1}',
      after: '{"id":1}',
      mapped: '{"id":1}',
      problems: [],
      fields: [{ field: 'id', held: '2', given: '1' }],
    })),
}

const rehearsals: Engine['rehearsals'] = {
  async request(tx, { strategyId, baseVersion, revision, config, days, maxRecords, userId, compares = null }) {
    const id = newId()
    await tx.execute(
      `insert into rehearsal (id, strategy_id, base_version, revision, config, days, max_records, since, requested_by, compares)
       values ($1, $2, $3, $4, $5, $6, $7, now(), $8, $9)`,
      [id, strategyId, baseVersion, revision, JSON.stringify(config), days, maxRecords, userId, compares],
    )
    return id
  },
  cancel: async (tx, { id }) =>
    (await tx.execute(
      `update rehearsal set state = 'cancelled', finished_at = now() where id = $1 and state = 'queued'`,
      [id],
    )) > 0,
}

const storage: Engine['storage'] = {
  canArchive: true,
  preview: async () => ({ count: 3, bytes: 3000 }),
  async request(tx, owner, job, by) {
    const id = newId(by.nowMs)
    await tx.execute(
      'insert into storage_job (id, kind, strategy_id, condition, total, requested_by) values ($1, $2, $3, $4, $5, $6)',
      [id, job.kind, owner.strategyId, JSON.stringify(job.condition), by.total, by.userId],
    )
    return id
  },
  async *readArchive() {
    yield Buffer.from('PAR1')
  },
}

type Converse = Engine['connections']['converse']

interface Seen {
  readonly params: unknown[]
  /** Where access is granted, whatever the connector says. */
  grant: Awaited<ReturnType<Engine['connections']['readGrant']>>
  /** What the model was given, the newest last. */
  readonly prompts: Parameters<Converse>[2][]
  /** What robots were given to say, and what they answer. */
  readonly messages: MessageRequest[]
  answer: MessageOutcome
  /** The model; a test may take its place. */
  converse: Converse
}

const createConnections = (seen: Seen): Engine['connections'] => ({
  platforms: () => [manifest, { ...manifest, id: 'reader', roles: ['source'] }],
  packs: () => [],
  async test(_tenantId, _platformId, params) {
    seen.params.push(params)
    return [okStep]
  },
  testSaved: async () => [okStep],
  discover: async () => [resource],
  async describe(_tenantId, _connectorId, _resource, options = {}, role = 'source') {
    parseParams(manifest[`${role}Params`], options)
    return resource
  },
  sample: async () => ['{"id":12345678901234567890}'],
  call: async () => ['{"id":12345678901234567890}'],
  look: async () => ({
    rows: ['{"id":12345678901234567890}'],
    problem: null,
    more: null,
    exchange: null,
    proposals: [],
  }),
  lookAtTarget: async () => null,
  inferPaging: async () => ({ proposal: null, tries: [] }),
  planResource: async () => ({ sql: 'create table orders (id bigint)', columns: [] }),
  createResource: async () => resource,
  converse(tenantId, connectorId, messages) {
    seen.prompts.push(messages)
    return seen.converse(tenantId, connectorId, messages)
  },
  findAdapter: async () => null,
  tryAsset: async () => ({
    request: { method: 'GET', url: 'https://shop.test/orders', headers: [], body: null },
    answer: { status: 200, headers: [], body: '[{"id":1}]', bytes: 10, elapsedMs: 1 },
    exchanges: [],
    adapter: null,
    count: 1,
    lacking: { records: 0, ids: 0 },
    response: [{ field: 'id', type: 'int' }],
    hasNext: false,
    logs: [],
    problem: null,
    proposals: [],
  }),
  tryStatement: async () => ({
    sql: 'select 1',
    fields: [],
    rows: ['{"id":1}'],
    changed: null,
    elapsedMs: 1,
    problem: null,
  }),
  checkScript: async () => ['beforeRequest'],
  async sendMessage(_tenantId, request) {
    seen.messages.push(request)
    return seen.answer
  },
  readGrant: async () => seen.grant,
  forget: () => {},
})

const runs: Engine['runs'] = {
  request: requestRun,
  async requestStop(tx, { runId }) {
    const rows = await tx.query("update run set state = 'stopped' where id = $1 and state = 'queued' returning state", [
      runId,
    ])
    return rows.length > 0 ? 'stopped' : null
  },
  async requestStopOf(tx, { strategyId }) {
    const rows = await tx.query<{ id: string }>(
      "update run set state = 'stopped' where strategy_id = $1 and state = 'queued' returning id",
      [strategyId],
    )
    return rows[0] ? { runId: rows[0].id, state: 'stopped' } : null
  },
  explainWaiting: async (_tx, list) =>
    new Map(
      list
        .filter(run => run.state === 'queued')
        .map(run => [run.id, { code: 'wait.worker', params: {}, message: 'waits for a worker' }]),
    ),
}

const schedule: Engine['schedule'] = {
  nextSlots(schedule, fromMs, count) {
    if (schedule.cron === 'bad')
      throw new Failure({ code: 'schedule.cron', message: 'The cron rule cannot be read.', field: 'cron' })
    return schedule.cron === null ? [] : Array.from({ length: count }, (_, index) => fromMs + (index + 1) * 60_000)
  },
}

const createStrategies = (database: Database): Engine['strategies'] => ({
  check: async (_tenantId, config) =>
    config.mapping.fields.some(field => field.target === 'broken')
      ? [{ level: 'error', group: 'mapping', item: 'mapping.required', message: 'broken' }]
      : [{ level: 'info', group: 'basic', item: 'basic.ok', message: 'fine' }],
  mapTexts: async (_tenantId, _rules, texts) => texts.map(text => ({ kind: 'mapped', text })),
  async preview(tenantId, { source, record }) {
    if (source) await requireConnector(database, tenantId, source.connector_id)
    return {
      record: record ?? '{}',
      mapped: '{}',
      problems: [],
      unread: [],
      explanation: [],
      lookups: [],
      finds: [],
      scripted: [],
    }
  },
  summarise: (tenantId, config) => summarise(database, tenantId, config),
  tryMapping: async () => ({
    records: 1,
    refused: 0,
    changed: 0,
    gone: 0,
    isCut: false,
    fields: [{ field: 'no', errors: 0, changed: 0, examples: [], changes: [] }],
    problems: [],
  }),
  listCallbacks: async tx =>
    (
      await tx.query<{ id: string; name: string }>(
        'select id, name from strategy where tenant_id = app_tenant() order by name',
      )
    ).map(row => ({ ...row, trouble: 'busy' })),
  readRules: async (_tx, _tenantId, { mapping, filter }) => ({ mapping, filter: filter ?? [] }),
  measureChange: async () => ({
    records: 1,
    changed: 1,
    refused: 0,
    mended: 0,
    dropped: 0,
    gone: 0,
    isCut: false,
    fields: [{ field: 'no', records: 1, key: 'k1', before: '1', after: '2', message: '' }],
  }),
  guarantee: async () => ({ kind: 'upsert', reason: 'the target updates by key', advice: null }),
  countWindow: async () => 42,
  readStep: async (_tenantId, _strategyId, { window, limit }) => ({
    window: window === 'next' ? { field: 'updated_at', from: null, to: '2026-01-01' } : window,
    requests: ['GET /orders'],
    records: [{ text: '{"id":12345678901234567890}', failure: null }].slice(0, limit),
    hasMore: true,
  }),
  writeStep: async (_tenantId, _strategyId, _config, texts) =>
    texts.map((_, index) => ({
      kind: 'written',
      targetKey: `T-${index}`,
      response: null,
      reason: null,
      failure: null,
    })),
})

async function summarise(
  database: Database,
  tenantId: string,
  { source, target }: StrategyConfig,
): ReturnType<Engine['strategies']['summarise']> {
  await requireConnector(database, tenantId, source.connector_id)
  return {
    source: { connector: 'shop', resource: source.resource },
    target: { connector: 'erp', resource: target.resource },
    fields: 1,
    unread: [],
    conversions: [],
    guarantee: { kind: 'upsert', reason: 'by key', advice: null },
    expected: 1,
    lines: [],
  }
}

async function requireConnector(database: Database, tenantId: string, id: string): Promise<void> {
  const rows = await database.withTenant(tenantId, tx => tx.query('select 1 from connector where id = $1', [id]))
  if (rows.length === 0) throw new Failure({ code: 'connector.missing', message: 'There is no such connector.' })
}

const createRecords = (database: Database): Engine['records'] => ({
  // What is mapped is what came.
  openMapper: async () => ({
    mapping: { copyAll: true, fields: [] },
    mapPage: async rows => rows.map(data => ({ kind: 'mapped' as const, data })),
    close: () => {},
  }),
  findGroupsOf: async () => [],
  findRowsOf: async () => null,
  ask: async ({ ids }) => ids.map(id => ({ id, key: id, answer: 'equal', targetKey: `T-${id}` })),
  async readDetail(tenantId, strategyId, recordId) {
    const rows = await database.withTenant(tenantId, tx =>
      tx.query<{ key: string; run_id: string; created_at: string; config: { source: { connector_id: string } } }>(
        `select r.*, v.config from record_state r
           join strategy_version v on v.strategy_id = r.strategy_id and v.version = r.version
          where r.strategy_id = $1 and r.id = $2`,
        [strategyId, recordId],
      ),
    )
    const row = rows[0]
    if (!row) return null
    const at = row.created_at
    const place = { connectorId: row.config.source.connector_id, resource: 'orders' }
    return {
      id: recordId,
      key: row.key,
      number: null,
      status: 3,
      attempts: 1,
      version: 1,
      errorCode: 'target.refused',
      errorMessage: 'refused',
      targetKey: null,
      retryAt: null,
      runId: row.run_id,
      createdAt: at,
      updatedAt: at,
      original: '{"id":12345678901234567890}',
      mapped: null,
      mappingProblems: [],
      faults: [],
      lookups: [],
      writeBack: [],
      finds: [],
      scripted: [],
      response: null,
      errorGroup: null,
      corrections: [],
      page: { id: '1', ordinal: 0, request: null, readAt: at },
      source: place,
      target: place,
      attemptList: [],
    }
  },
  readWriteBacks: async () => new Map(),
  reprocess: (tx, selection) => moveRecords(tx, selection, 0, 'reprocess'),
  ignore: (tx, selection) => moveRecords(tx, selection, 7, 'ignore'),
  confirm: (tx, selection) => moveRecords(tx, selection, 2, 'confirmWritten'),
  readOriginals: async (_tx, places) => new Map(places.map(place => [place.id, '{"id":12345678901234567890}'])),
  createStore() {
    throw new Error('creating a store: not part of the fake')
  },
})

async function requestRun(tx: Tx, request: { readonly strategyId: string; readonly trigger: string }) {
  const live = await tx.query<{ id: string }>("select id from run where strategy_id = $1 and state = 'queued'", [
    request.strategyId,
  ])
  if (live[0]) return { runId: live[0].id, alreadyRunning: true }
  const runId = newId()
  await tx.execute("insert into run (id, strategy_id, version, trigger, counts) values ($1, $2, 1, $3, '{}')", [
    runId,
    request.strategyId,
    request.trigger,
  ])
  return { runId, alreadyRunning: false }
}

async function moveRecords(
  tx: Tx,
  { strategyId, ids, userId }: Pick<RecordSelection, 'strategyId' | 'ids' | 'userId'>,
  status: number,
  decision: string,
) {
  await tx.execute(
    `insert into record_decision (strategy_id, record_id, user_id, decision, from_status, to_status)
     select strategy_id, id, $3, $4, status, $5 from record_state where strategy_id = $1 and id = any($2::bigint[])`,
    [strategyId, ids, userId ?? null, decision, status],
  )
  const changed = await tx.execute(
    'update record_state set status = $3 where strategy_id = $1 and id = any($2::bigint[])',
    [strategyId, ids, status],
  )
  return { changed, refused: [] }
}
