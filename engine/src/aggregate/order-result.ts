import { toDecimal } from '../map/decimal.ts'
import { joinKeys } from '../map/value-key.ts'
import { compareKeys } from './key-value.ts'
import {
  type HavingLogic,
  type MetricValue,
  type ReportDefinition,
  type ReportGroup,
  type ReportResult,
  type ReportRow,
  reportLimits,
} from './report.ts'

/** What is shown of all groups, in which order; in a pivot `having`, `sort` and `limit` are about its rows' totals. */
export function* orderResult(
  definition: ReportDefinition,
  groups: readonly ReportGroup[],
): Generator<undefined, ReportResult> {
  const last = definition.group_by.length - 1
  const isPivot = definition.pivot && last > 0
  const total = groups.find(group => group.keys.every(key => key === null))!
  const shown = groups.filter(group =>
    isPivot
      ? group.keys[last] === null && group.keys.slice(0, last).every(key => key !== null)
      : group.keys.every(key => key !== null),
  )
  yield
  const kept: ReportGroup[] = []
  for (const [at, group] of shown.entries()) {
    if (at % STEP === 0) yield
    if (definition.having.every(({ metric, logic, value }) => isMet(group.metrics[metric], logic, value)))
      kept.push(group)
  }
  const sorted = yield* sortInSteps(kept, (left, right) => compareGroups(definition, left, right))
  const rows = sorted.slice(0, definition.limit ?? kept.length)
  const base = { total, groups: kept.length }
  if (!isPivot) return { ...base, rows: rows.map(row => ({ ...row, cells: [] })), columns: [], left_out: 0 }
  return { ...base, ...layOut(groups, rows, last) }
}

/** Groups that are looked at in one step. */
const STEP = 200

/** A stable sort: short runs, of which two become one until one is left. */
function* sortInSteps<T>(
  all: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<undefined, readonly T[]> {
  let runs: T[][] = []
  for (let at = 0; at < all.length; at += STEP) {
    runs.push(all.slice(at, at + STEP).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at]!, runs[at + 1] ?? [], compare)) // below the length
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<undefined, T[]> {
  const merged: T[] = []
  let [at, of] = [0, 0]
  while (at < left.length && of < right.length) {
    merged.push(compare(left[at]!, right[of]!) <= 0 ? left[at++]! : right[of++]!) // both are below their lengths
    if (merged.length % STEP === 0) yield
  }
  for (; at < left.length; at += 1) merged.push(left[at]!)
  for (; of < right.length; of += 1) merged.push(right[of]!)
  return merged
}

/** The cells of each row, in the order of the columns. */
function layOut(groups: readonly ReportGroup[], rows: readonly ReportGroup[], last: number) {
  const all = groups.filter(({ keys }) => keys[last] !== null && keys.slice(0, last).every(key => key === null))
  const columns = all
    .toSorted((left, right) => right.records - left.records)
    .slice(0, reportLimits.columns)
    .toSorted((left, right) => compareKeys(left.keys[last] ?? null, right.keys[last] ?? null))
  const isShown = new Set(columns.map(({ keys }) => joinKeys(keys.slice(last))))
  const cells = Map.groupBy(
    groups.filter(({ keys }) => keys.every(key => key !== null) && isShown.has(joinKeys(keys.slice(last)))),
    ({ keys }) => joinKeys(keys.slice(0, last)),
  )
  const withCells = rows.map(
    (row): ReportRow => ({ ...row, cells: cells.get(joinKeys(row.keys.slice(0, last))) ?? [] }),
  )
  return { rows: withCells, columns, left_out: all.length - columns.length }
}

const ACCEPTED: Readonly<Record<HavingLogic, (order: number) => boolean>> = {
  eq: order => order === 0,
  neq: order => order !== 0,
  gt: order => order > 0,
  egt: order => order >= 0,
  lt: order => order < 0,
  elt: order => order <= 0,
}

/** A measure without a value meets nothing but "is not". */
function isMet(metric: MetricValue | undefined, logic: HavingLogic, value: string): boolean {
  if (!metric || metric.value === null) return logic === 'neq'
  return ACCEPTED[logic](compareTexts(metric.value, value))
}

function compareTexts(left: string, right: string): number {
  const [a, b] = [toDecimal(left), toDecimal(right)]
  if (a && b) return a.cmp(b)
  return left === right ? 0 : left < right ? -1 : 1
}

/** By what was asked for, then by the groups themselves, so that the order never depends on how records lie. */
function compareGroups({ sort }: ReportDefinition, left: ReportGroup, right: ReportGroup): number {
  for (const { by, index, descending } of sort) {
    const order =
      by === 'group'
        ? compareKeys(left.keys[index] ?? null, right.keys[index] ?? null)
        : compareMetrics(left.metrics[index], right.metrics[index], descending)
    if (order !== 0) return descending ? -order : order
  }
  for (const [index, key] of left.keys.entries()) {
    const order = compareKeys(key, right.keys[index] ?? null)
    if (order !== 0) return order
  }
  return 0
}

/** Groups without a value come last, whichever way. */
function compareMetrics(left: MetricValue | undefined, right: MetricValue | undefined, descending: boolean): number {
  const [a, b] = [left?.value ?? null, right?.value ?? null]
  if (a === null || b === null) return (Number(a === null) - Number(b === null)) * (descending ? -1 : 1)
  return compareTexts(a, b)
}
