import { ASSET_VALUES, Failure, parseJson, toAssetResource, toJson } from '@sluice/contract'
import { type Engine, viewRecord } from '@sluice/engine'
import { type AskedAsset, readAsked } from './asset-params.ts'
import type { BusinessAnswer } from './business.ts'
import { readObject } from './read-json.ts'
import { Refusal } from './refusal.ts'
import type { ApplicationRow, AssetRow } from './setting-rows.ts'

/** Of one call, over there and back. */
const WITHIN_MS = 30_000
/** What one process waits for at once: far systems that hang must leave room for calls that ask for no one. */
const MOST_UNDER_WAY = 24
/** Of them, for one tenant: its systems that hang leave room for the others'. */
const MOST_OF_A_TENANT = 8
const MOST_BYTES = 2 * 2 ** 20

interface AssetCallDeps {
  readonly assets: Pick<Engine['connections'], 'call'>
  readonly log: { error(details: object, message: string): void }
}

export type AssetCalls = ReturnType<typeof createAssetCalls>

/** Calls of applications that go on to a far system, through the connector's adapter, budget and egress. */
export function createAssetCalls({ assets, log }: AssetCallDeps, limits = { withinMs: WITHIN_MS }) {
  const underWay = createPlaces()
  /** Of its answer nothing but fields of records that are published: no header, no cookie, no status. */
  const ask = async (application: ApplicationRow, asset: AssetRow, asked: AskedAsset): Promise<BusinessAnswer> => {
    const resource = toAssetResource(asset.asset_id, asset.asset_version)
    const options = { [ASSET_VALUES]: asked.values }
    const reading = assets.call(application.tenant_id, asset.connector_id, { resource, options, limit: asked.limit })
    // What comes after its asker was told that it is late is nobody's.
    reading.catch(() => {}).finally(() => underWay.leave(application.tenant_id))
    const rows = await within(reading, limits.withinMs)
    const items = rows.slice(0, asked.limit).map(row => toJson(viewRecord(parseJson(row), asset, application.id)))
    const content = `{"items":[${items.join(',')}]}`
    if (content.length > MOST_BYTES) throw new Refusal('internal', 'farLarge', { status: 502 })
    return { content, rows: items.length, recordKeys: [], usedFields: asked.values.map(({ name }) => name) }
  }
  return {
    /** Before the row in the log is written, and in no transaction. Never throws: what it found is given by calling it. */
    async call(
      application: ApplicationRow,
      find: () => AssetRow | undefined,
      body: Uint8Array,
    ): Promise<() => BusinessAnswer> {
      try {
        // One that is not published to it, another tenant's and one that is gone sound alike.
        const asset = find()
        if (!asset) throw new Refusal('missing', 'missing')
        const asked = readAsked(body.length === 0 ? {} : readObject(body), asset)
        if (!underWay.enter(application.tenant_id))
          throw new Refusal('limit', 'overload', { status: 503, waitMs: 1000 })
        const answer = await ask(application, asset, asked)
        return () => answer
      } catch (error) {
        const refusal = tell(error, log)
        return () => {
          throw refusal
        }
      }
    },
  }
}

function createPlaces() {
  const taken = new Map<string, number>()
  let all = 0
  return {
    enter(tenantId: string): boolean {
      const own = taken.get(tenantId) ?? 0
      if (all >= MOST_UNDER_WAY || own >= MOST_OF_A_TENANT) return false
      taken.set(tenantId, own + 1)
      all++
      return true
    },
    leave(tenantId: string): void {
      const own = (taken.get(tenantId) ?? 0) - 1
      if (own > 0) taken.set(tenantId, own)
      else taken.delete(tenantId)
      all--
    },
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refusal('internal', 'farSlow', { status: 504 })), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** By the failure's code alone: what the far system says may hold its addresses, and what the connector says its settings. */
function tell(error: unknown, log: AssetCallDeps['log']): Refusal {
  if (error instanceof Refusal) return error
  if (!(error instanceof Failure)) {
    log.error({ err: error }, 'calling an API asset')
    return new Refusal('internal', 'internal', { status: 500 })
  }
  const wait = error.retryAfterMs === undefined ? {} : { waitMs: error.retryAfterMs }
  return new Refusal('internal', 'far', { value: error.code, status: 502, ...wait })
}
