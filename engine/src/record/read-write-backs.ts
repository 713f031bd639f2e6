import { RecordState, type WriteBack } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { readConfig } from '../sql/strategy-rows.ts'
import { unpackLines } from '../stage/page-codec.ts'
import { parseResultLine } from '../stage/page-result.ts'
import type { RecordPlace } from '../stage/read-originals.ts'
import { type Answer, describeWriteBack, type WrittenBack } from './write-back.ts'

/** A record as a list shows it. */
export interface ListedRecord extends RecordPlace {
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly target_key: string | null
}

/**
 * What was taken from the target's answers to the records of a list, each by the version that wrote it: as the record's
 * own page shows it. Pages are opened only where a version takes anything; each once.
 */
export async function readWriteBacks(
  database: Database,
  tenantId: string,
  strategyId: string,
  records: readonly ListedRecord[],
): Promise<ReadonlyMap<string, readonly WrittenBack[]>> {
  const written = records.filter(({ status }) => status === RecordState.finished)
  const { wanted, rules, responses } = await database.withTenant(tenantId, async tx => {
    const rules = await readRules(tx, tenantId, strategyId, written)
    const wanted = written.filter(({ version }) => rules.has(version))
    return { wanted, rules, responses: await readResponses(tx, tenantId, wanted) }
  })
  const found = new Map<string, readonly WrittenBack[]>()
  for (const [version, group] of Map.groupBy(wanted, record => record.version)) {
    const answers = group.map(
      ({ id, target_key }): Answer => ({ response: responses.get(id) ?? null, targetKey: target_key }),
    )
    const described = await describeWriteBack(rules.get(version), answers)
    for (const [index, { id }] of group.entries()) found.set(id, described[index] ?? [])
  }
  return found
}

async function readRules(
  tx: Tx,
  tenantId: string,
  strategyId: string,
  records: readonly ListedRecord[],
): Promise<ReadonlyMap<number, WriteBack>> {
  const rules = new Map<number, WriteBack>()
  for (const version of new Set(records.map(record => record.version))) {
    const { writeBack } = (await readConfig(tx, tenantId, strategyId, version)).target
    if (writeBack && writeBack.fields.length > 0) rules.set(version, writeBack)
  }
  return rules
}

/** The answer of the last try that has one. A first try that succeeded stands in the result of its page, and is the last. */
export async function readResponses(
  tx: Tx,
  tenantId: string,
  records: readonly (RecordPlace & Pick<ListedRecord, 'attempts'>)[],
): Promise<ReadonlyMap<string, string>> {
  const tries = await tx.query<{ record_id: string; response: string }>(
    `select distinct on (record_id) record_id, response from record_attempt
      where tenant_id = $1 and record_id = any($2::bigint[]) and response is not null order by record_id, id desc`,
    [tenantId, records.map(({ id }) => id)],
  )
  const responses = new Map(tries.map(({ record_id, response }) => [record_id, response]))
  const plain = records.filter(({ attempts }) => attempts === 1)
  const pages = await tx.query<{ id: string; result: Buffer | null }>(
    `select p.id, p.result from page p join (select distinct * from unnest($2::bigint[], $3::timestamptz[]) as w (id, at)) w
         on p.id = w.id and p.created_at = w.at
      where p.tenant_id = $1`,
    [tenantId, plain.map(({ page_id }) => page_id), plain.map(({ page_at }) => page_at)],
  )
  for (const { id: pageId, result } of pages) {
    if (!result) continue
    const lines = await unpackLines(result)
    for (const { id, page_id, ordinal } of plain) {
      if (page_id !== pageId) continue
      const { response } = parseResultLine(lines[ordinal] ?? 'p').detail
      if (response !== undefined) responses.set(id, response)
    }
  }
  return responses
}
