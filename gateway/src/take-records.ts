import { createHash } from 'node:crypto'
import {
  type Data,
  Failure,
  isData,
  Mapping,
  newId,
  PUSHED_RECORDS,
  RecordState,
  SourceConfig,
  toJson,
  type Value,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { findUnkeyed, recordKey } from '@sluice/engine'
import type { BusinessAnswer, BusinessCall, BusinessDeps } from './business.ts'
import { claimKey, findReceipt, type IntakeRow, keepAnswer, stageRecords } from './intake-rows.ts'
import { say } from './messages.ts'
import { readObject } from './read-json.ts'
import { findByKey, findStrategy } from './record-rows.ts'
import { Refusal } from './refusal.ts'
import { rehearse, type Told } from './rehearse-records.ts'

const MAX_RECORDS = 1000
const SELF = 'self'

/** Records for a strategy that takes them: each is staged whole or told why not, all of it at once with the call's answer. */
export async function takeRecords(deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> {
  const { application, scope, body } = call
  const strategyId = scope.strategy_id
  const key = readKey(call.header('idempotency-key'))
  const { list, isDryRun } = readList(body)
  // Its key is not used up: the call that means it has it still.
  if (isDryRun) {
    const taking = await findTaking(tx, strategyId)
    return rehearse(deps, tx, call, {
      isRunning: taking.strategy.status === 'running',
      hasParts: (taking.source.flatten ?? []).length > 0,
      hasFilter: (taking.source.filter ?? []).length > 0,
      list,
      ...judge(list, taking.source, taking.mapping, deps, call),
    })
  }
  if (key !== null) {
    const bodyHash = createHash('sha256').update(body).digest()
    const claimed = await claimKey(tx, { applicationId: application.id, strategyId, key, bodyHash })
    if (!claimed.is_same) throw new Refusal('input', 'reused', { status: 409 })
    if (!claimed.is_new) return { ...(JSON.parse(claimed.answer) as BusinessAnswer), isReplayed: true }
  }
  const answer = await stage(deps, tx, call, list)
  if (key !== null) await keepAnswer(tx, application.id, strategyId, key, JSON.stringify(answer))
  return answer
}

/** The strategy, as far as it takes records. @throws Refusal */
async function findTaking(tx: Tx, strategyId: string) {
  const strategy = await findStrategy(tx, strategyId)
  if (!strategy) throw new Refusal('missing', 'missing')
  const source = SourceConfig.parse(strategy.source)
  const isPassive = strategy.platform_id === SELF && source.resource === PUSHED_RECORDS && !strategy.is_shared
  if (!isPassive) throw new Refusal('input', 'notPassive', { status: 409 })
  if (strategy.status === 'draft') throw new Refusal('input', 'draft', { status: 409 })
  const mapping = Mapping.pick({ derived: true }).parse(strategy.derived === null ? {} : { derived: strategy.derived })
  return { strategy, source, mapping }
}

async function stage(deps: BusinessDeps, tx: Tx, call: BusinessCall, list: readonly Value[]): Promise<BusinessAnswer> {
  const { application, scope } = call
  const strategyId = scope.strategy_id
  const { strategy, source, mapping } = await findTaking(tx, strategyId)
  const { rows, told } = judge(list, source, mapping, deps, call)
  if (rows.length > 0)
    await stageRecords(tx, { applicationId: application.id, strategyId, inbox: strategy.inbox }, rows)
  const isRunning = strategy.status === 'running'
  if (rows.length > 0 && isRunning && !strategy.follows)
    await deps.runs.request(tx, { tenantId: application.tenant_id, strategyId, trigger: 'push', ifLive: 'wait' })
  const content = { staged: rows.length, rejected: list.length - rows.length, running: isRunning, results: told }
  return {
    content: JSON.stringify(content),
    rows: rows.length,
    recordKeys: rows.flatMap(row => (row.recordKey === null ? [] : [row.recordKey])),
  }
}

function judge(
  list: readonly Value[],
  source: SourceConfig,
  mapping: Pick<Mapping, 'derived'>,
  { now }: BusinessDeps,
  { language }: BusinessCall,
): { readonly rows: readonly IntakeRow[]; readonly told: readonly Told[] } {
  const rows: IntakeRow[] = []
  const told = list.map((record, index): Told => {
    const path = `content.${index}`
    const reject = (at: string, message: string): Told => ({
      index,
      status: 'rejected',
      errors: [{ path: at, message }],
    })
    if (!isData(record)) return reject(path, say('notObject', language))
    const [unkeyed] = findUnkeyed(source, mapping, [record])
    if (unkeyed) return reject(`${path}.${unkeyed.failure.field ?? ''}`, say('key', language))
    const id = newId(now())
    rows.push({ id, body: toJson(record), recordKey: keyOf(record, source) })
    return { index, status: 'staged', receipt: id }
  })
  return { rows, told }
}

/** null: a run makes several of it, or changes it before it has a key. */
function keyOf(record: Data, { key, flatten = [] }: SourceConfig): string | null {
  const found = flatten.length > 0 ? null : recordKey(record, key)
  return found instanceof Failure ? null : found
}

function readKey(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(text))
    throw new Refusal('input', 'input', { value: 'Idempotency-Key', path: 'Idempotency-Key' })
  return text
}

function readList(bytes: Uint8Array): { readonly list: readonly Value[]; readonly isDryRun: boolean } {
  const body = readObject(bytes)
  const strange = Object.keys(body).find(name => name !== 'content' && name !== 'dry_run')
  if (strange !== undefined) throw new Refusal('input', 'input', { value: strange, path: strange })
  const list = body['content']
  if (!Array.isArray(list) || list.length < 1 || list.length > MAX_RECORDS)
    throw new Refusal('input', 'input', { value: 'content', path: 'content' })
  const isDryRun = body['dry_run'] ?? false
  // Taken for no, it would do what nobody meant.
  if (typeof isDryRun !== 'boolean') throw new Refusal('input', 'input', { value: 'dry_run', path: 'dry_run' })
  return { list: list as readonly Value[], isDryRun }
}

const fates: Readonly<Record<number, string>> = {
  [RecordState.finished]: 'written',
  [RecordState.duplicate]: 'unchanged',
  [RecordState.error]: 'error',
  [RecordState.negativeStock]: 'error',
  [RecordState.masterDataError]: 'error',
  [RecordState.unknown]: 'unknown',
  [RecordState.ignored]: 'ignored',
  [RecordState.cancelled]: 'ignored',
  [RecordState.deleted]: 'ignored',
}

/** What became of a record that was sent. */
export async function tellFate(_deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> {
  const place = { applicationId: call.application.id, strategyId: call.scope.strategy_id, id: call.id }
  const receipt = await findReceipt(tx, place)
  if (!receipt) throw new Refusal('missing', 'missing')
  const key = receipt.record_key
  const [record] = receipt.is_waiting || key === null ? [] : await findByKey(tx, place.strategyId, key)
  // Whoever sent the row may read what was wrong with it, which quotes it; where a field is masked, nobody knows whether that one.
  const isMasked = Object.keys(call.scope.masks).length > 0
  const status = receipt.is_waiting ? 'staged' : record ? (fates[record.status] ?? 'processing') : 'taken'
  const content = {
    receipt: call.id,
    status,
    staged_at: receipt.created_at,
    key,
    record_id: record?.id ?? null,
    target_key: record?.target_key ?? null,
    error: record?.error_code ? { code: record.error_code, message: isMasked ? null : record.error_message } : null,
  }
  return { content: JSON.stringify(content), rows: 1, recordKeys: key === null ? [] : [key] }
}
