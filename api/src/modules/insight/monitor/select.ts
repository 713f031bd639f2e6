import {
  type connectorFilters,
  FULL_PERCENT,
  type MonitorConnector,
  type MonitorObjective,
  type objectiveFilters,
} from './contract.ts'

type ObjectiveFilter = (typeof objectiveFilters)[number]
type ConnectorFilter = (typeof connectorFilters)[number]

const sides = ({ success, fresh }: MonitorObjective) => [success, fresh].filter(side => side !== null)

/** Figures count by the same words that lists are filtered by. */
export const isObjective: Readonly<Record<ObjectiveFilter, (row: MonitorObjective) => boolean>> = {
  set: row => row.goal !== null,
  none: row => row.goal === null,
  stale: row => row.is_stale,
  burning: row => sides(row).some(side => side.fire !== null),
  spent: row => sides(row).some(side => side.left !== null && side.left <= 0),
  unmeasured: row => row.goal !== null && sides(row).some(side => side.total === 0),
}

export const isConnector: Readonly<Record<ConnectorFilter, (row: MonitorConnector) => boolean>> = {
  trouble: row => row.failing_since !== null,
  held: row => row.paused_until !== null || row.open_until !== null,
  full: row => row.used !== null && row.used >= FULL_PERCENT,
}

/** The tighter of its two budgets; what has none comes last. */
export const leftOf = (row: MonitorObjective): number =>
  Math.min(...sides(row).flatMap(({ left }) => (left === null ? [] : [left])), row.goal === null ? 1e9 : 1e6)

export const burnOf = (row: MonitorObjective): number =>
  Math.max(-1, ...sides(row).flatMap(({ hour, hours }) => [hour ?? -1, hours ?? -1]))

export const hasWord = (name: string, keyword: string | undefined): boolean =>
  keyword === undefined || name.toLowerCase().includes(keyword.toLowerCase())

/** Rows that are alike keep their order. */
export function sortBy<Row>(
  rows: readonly Row[],
  sort: string,
  keys: Readonly<Record<string, (row: Row) => string | number>>,
): Row[] {
  const isDown = sort.startsWith('-')
  const key = keys[isDown ? sort.slice(1) : sort]
  if (!key) return [...rows]
  return rows.toSorted((a, b) => compare(key(a), key(b)) * (isDown ? -1 : 1))
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b)
