import { PublicFailure, type Translate, translateTold } from '@sluice/contract'
import { defaultRetention, minimumDays } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { Archive, StorageJob, StorageOverview, StrategyUse } from './contract.ts'
import type { ArchiveRow, JobRow, MaintenanceRow, RetentionColumns, TotalsRow, UseRow } from './store.ts'

export const noRule: RetentionColumns = {
  finished_days: null,
  error_days: null,
  log_days: null,
  run_days: null,
  replaced_days: null,
  archive: null,
}

export const defaults = {
  finished_days: defaultRetention.finishedDays,
  error_days: defaultRetention.errorDays,
  log_days: defaultRetention.logDays,
  run_days: defaultRetention.runDays,
  replaced_days: defaultRetention.replacedDays,
  archive: defaultRetention.archive,
}

export const minimum = {
  finished_days: minimumDays.finishedDays,
  error_days: minimumDays.errorDays,
  log_days: minimumDays.logDays,
  run_days: minimumDays.runDays,
  replaced_days: minimumDays.replacedDays,
}

/** @throws Failure `invalid.retention`, naming the field */
export function requireMinimum(rule: RetentionColumns): void {
  for (const [field, least] of Object.entries(minimum)) {
    const days = rule[field as keyof typeof minimum] // a key of minimum
    if (days !== null && days !== 0 && days < least) throw refuse('invalid.retention', { field, value: String(least) })
  }
}

const pickRule = (row: RetentionColumns): RetentionColumns => ({
  finished_days: row.finished_days,
  error_days: row.error_days,
  log_days: row.log_days,
  run_days: row.run_days,
  replaced_days: row.replaced_days,
  archive: row.archive,
})

/** The strategy's own rule, else the tenant's, else the product's. */
const resolve = (own: RetentionColumns, tenant: RetentionColumns): StrategyUse['retention'] => ({
  finished_days: own.finished_days ?? tenant.finished_days ?? defaults.finished_days,
  error_days: own.error_days ?? tenant.error_days ?? defaults.error_days,
  log_days: own.log_days ?? tenant.log_days ?? defaults.log_days,
  run_days: own.run_days ?? tenant.run_days ?? defaults.run_days,
  replaced_days: own.replaced_days ?? tenant.replaced_days ?? defaults.replaced_days,
  archive: own.archive ?? tenant.archive ?? defaults.archive,
})

export function describeUse(row: UseRow, tenant: RetentionColumns): StrategyUse {
  const own = pickRule(row)
  const { strategy_id, strategy_name, records, pages, page_bytes, record_bytes, trace_bytes, oldest, newest } = row
  const { archives, archive_bytes } = row
  return {
    strategy_id,
    strategy_name,
    records,
    pages,
    page_bytes,
    record_bytes,
    trace_bytes,
    oldest,
    newest,
    archives,
    archive_bytes,
    own,
    retention: resolve(own, tenant),
    grouped_by: [...row.grouped_by],
  }
}

export function describeTotals(
  row: TotalsRow,
): Omit<StorageOverview, 'maintenance' | 'own' | 'defaults' | 'minimum' | 'can_archive' | 'indexes'> {
  const total = BigInt(row.page_bytes) + BigInt(row.record_bytes) + BigInt(row.trace_bytes)
  const { before_bytes, ...rest } = row
  return {
    ...rest,
    total_bytes: String(total),
    growth_bytes: before_bytes === null ? null : String(total - BigInt(before_bytes)),
  }
}

const Failed = PublicFailure.nullable().catch(null)

const describeFailure = (failure: unknown, tell: Translate) => {
  const found = Failed.parse(failure)
  return found && translateTold(found, tell)
}

export const describeMaintenance = (row: MaintenanceRow, tell: Translate): StorageOverview['maintenance'] => ({
  ...row,
  result: row.result as StorageOverview['maintenance']['result'], // Tidied of the engine; the contract checks it
  failure: describeFailure(row.failure, tell),
})

export const describeJob = (row: JobRow, tell: Translate): StorageJob => ({
  id: row.id,
  kind: row.kind,
  what: row.kind === 'clean' ? (row.condition.kind ?? null) : null,
  strategy_id: row.strategy_id,
  strategy_name: row.strategy_name,
  state: row.state,
  total: row.total,
  done: row.done,
  freed_bytes: row.freed_bytes,
  failure: describeFailure(row.failure, tell),
  created_at: row.created_at,
  finished_at: row.finished_at,
})

export const describeArchive = (row: ArchiveRow): Archive => ({
  id: row.id,
  strategy_id: row.strategy_id,
  strategy_name: row.strategy_name,
  pages: row.pages,
  records: row.records,
  size_bytes: row.size_bytes,
  sha256: row.file_sha256.toString('hex'),
  oldest: row.oldest,
  newest: row.newest,
  created_at: row.created_at,
  restored_until: row.restored_until,
})
