import type { Tx } from '@sluice/db'
import type { AdmittedCall, Route, Told } from './admitted-call.ts'
import type { BusinessAnswer, BusinessCall } from './business.ts'
import { insertCall, leave } from './call-rows.ts'
import { calledAsset } from './called-asset.ts'
import { dispatchSource, dispatchTarget } from './dispatch.ts'
import { keepBodies } from './keep-bodies.ts'
import { lookUp } from './look-up.ts'
import type { GatewayParts } from './parts.ts'
import { findOne, linkRecords, queryFirstEdition, queryRecords } from './read-records.ts'
import { Refusal } from './refusal.ts'
import { takeRecords, tellFate } from './take-records.ts'
import { recognise, writeRefusal } from './tell-refusal.ts'
import { findAssetOf, findScopeOf, requireAlive } from './versions.ts'

export const routes: readonly Route[] = [
  { name: 'query', method: 'POST', path: 'query', right: 'query', run: queryRecords },
  { name: 'data-link', method: 'POST', path: 'data-link', right: 'link', run: linkRecords },
  { name: 'find-one', method: 'GET', path: 'find-one/:id', right: 'find', run: findOne },
  { name: 'store', method: 'POST', path: 'store', right: 'store', run: takeRecords, acts: true },
  { name: 'receipt', method: 'GET', path: 'receipt/:id', right: 'store', run: tellFate },
  {
    name: 'dispatch-source',
    method: 'GET',
    path: 'dispatch-source',
    right: 'dispatch',
    run: dispatchSource,
    acts: true,
  },
  {
    name: 'dispatch-target',
    method: 'GET',
    path: 'dispatch-target',
    right: 'dispatch',
    run: dispatchTarget,
    acts: true,
  },
]

/** The query of the first edition, at its own address and with its own words. */
export const firstEdition: Route = {
  name: 'query',
  method: 'POST',
  path: 'query',
  right: 'query',
  run: queryFirstEdition,
}

const STATEMENT_MS = 10_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * What was let in leaves one row: in the transaction of what it did, or, when it did nothing or that was undone, in another. Nothing is
 * answered before the row is there.
 */
export const answerBusiness = (parts: GatewayParts, admitted: AdmittedCall): Promise<Told> =>
  answerCall(
    parts,
    admitted,
    (admitted.route.acts ? act : look)(parts, admitted, tx =>
      admitted.route.run(parts, tx, toBusiness(parts, admitted)),
    ),
  )

/** A value map, asked for what stands on its other side. */
export const answerLookup = (
  parts: GatewayParts,
  admitted: AdmittedCall<Pick<Route, 'name'>>,
  mapId: string | null,
): Promise<Told> =>
  answerCall(
    parts,
    admitted,
    look(parts, admitted, tx => lookUp(tx, admitted.caller.application, { mapId, body: admitted.call.body })),
  )

/** A far system, asked before the row of the call is written: no transaction waits for it. */
export async function answerAsset(
  parts: GatewayParts,
  admitted: AdmittedCall<Pick<Route, 'name'>>,
  assetId: string | null,
): Promise<Told> {
  const { application } = admitted.caller
  const find = () => {
    const asset = findAssetOf(application, assetId, admitted.version)
    return asset && requireAlive(asset, parts.now())
  }
  const tell = await parts.assetCalls.call(application, find, admitted.call.body)
  return answerCall(parts, admitted, (async () => settle(tell()))())
}

type Work = (tx: Tx) => Promise<BusinessAnswer>

async function answerCall(
  parts: GatewayParts,
  admitted: AdmittedCall<Pick<Route, 'name'>>,
  work: Promise<Settled>,
): Promise<Told> {
  const { application } = admitted.caller
  const hasPlace = application.concurrency !== null
  const { told, figures } = await work.catch((error: unknown) => refuseCall(parts, admitted, error))
  // What did something has its row already.
  if (figures !== null)
    await parts.logCall({ tenantId: application.tenant_id, row: describeCall(admitted, figures), hasPlace })
  await keepBodies(parts, admitted, told)
  return told
}

interface Settled {
  readonly told: Told
  /** Of its row, which is to be written; null: it is. */
  readonly figures: Figures | null
}

type Figures = Pick<BusinessAnswer, 'rows' | 'recordKeys' | 'isDryRun' | 'usedFields'> & {
  readonly status: number
  readonly code: number
  readonly failure: string | null
}

function settle({ content, isReplayed = false, ...figures }: BusinessAnswer) {
  const text = `{"success":true,"code":0,"message":"ok","content":${content}}`
  return { told: { status: 200, text, isReplayed }, figures: { ...figures, status: 200, code: 0, failure: null } }
}

/** What it did and its row in one transaction. */
const act = (parts: GatewayParts, admitted: AdmittedCall, work: Work): Promise<Settled> => {
  const { application } = admitted.caller
  return parts.database.withTenant(
    application.tenant_id,
    async tx => {
      const { told, figures } = settle(await work(tx))
      await insertCall(tx, describeCall(admitted, figures))
      if (application.concurrency !== null) await leave(tx, application.id, admitted.callId)
      return { told, figures: null }
    },
    { statementTimeoutMs: STATEMENT_MS },
  )
}

/** What changes nothing: its row is written with those of others. */
const look = async (parts: GatewayParts, { caller }: AdmittedCall<Pick<Route, 'name'>>, work: Work): Promise<Settled> =>
  settle(
    await parts.database.withTenant(caller.application.tenant_id, work, {
      statementTimeoutMs: STATEMENT_MS,
      readOnly: true,
    }),
  )

function refuseCall(parts: GatewayParts, admitted: AdmittedCall<Pick<Route, 'name'>>, error: unknown): Settled {
  const refusal = recognise(error)
  if (refusal.status >= 500) parts.log.error({ err: error, call: admitted.callId }, 'answering a call of the gateway')
  const { status, code, said, options } = refusal
  const failure = options.value === undefined ? said : `${said}: ${options.value}`
  // What callers write may be no text that a store takes.
  const kept = failure.slice(0, 300).toWellFormed().replaceAll('\0', '\ufffd')
  return {
    told: { status, text: writeRefusal(refusal, admitted.language), isReplayed: false },
    figures: { rows: 0, recordKeys: [], status, code, failure: kept },
  }
}

/** Another tenant's strategy, an unknown one and one that was not published to the application sound alike. @throws Refusal */
function toBusiness(parts: GatewayParts, admitted: AdmittedCall): BusinessCall {
  const { route, call, caller, language, strategyId, id, version } = admitted
  const { application } = caller
  const scope = findScopeOf(application, strategyId, version)
  if (!scope) throw new Refusal('missing', 'missing')
  requireAlive(scope, parts.now())
  if (!scope.operations.includes(route.right)) throw new Refusal('permission', 'operation', { value: route.name })
  if (route.name === 'receipt' && !UUID.test(id)) throw new Refusal('missing', 'missing')
  const header = (name: string): string | undefined => call.headers[name]?.join(', ')
  return { application, scope, language, body: call.body, header, id }
}

function describeCall(
  { caller, route, call, startedMs, callId, strategyId, id, version }: AdmittedCall<Pick<Route, 'name'>>,
  figures: Figures,
) {
  const { application } = caller
  return {
    id: callId,
    applicationId: application.id,
    applicationName: application.name,
    // What the caller made up is no strategy.
    strategyId: application.scopes.some(scope => scope.strategy_id === strategyId) ? strategyId : null,
    asset: calledAsset(application, route.name, id),
    apiVersion: Number.isNaN(version) || route.name === 'map-lookup' ? null : version,
    operation: route.name,
    method: call.method,
    ip: call.ip,
    durationMs: Math.max(0, Math.round(performance.now() - startedMs)),
    ...figures,
  }
}
