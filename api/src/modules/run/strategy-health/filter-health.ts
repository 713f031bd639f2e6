import type { Parsed } from '@sluice/contract'
import type { StrategyHealth } from '@sluice/engine'
import { healthLevels, type strategyHealth } from './contract.ts'

export type HealthFilter = Parsed<(typeof strategyHealth)['export']>['body']
type Level = (typeof healthLevels)[number]

const levelOf = (row: StrategyHealth): Level => row.level ?? 'none'

/** What meets the filters but the levels, and how many there are of each level. */
export function filterHealth(all: readonly StrategyHealth[], filter: HealthFilter) {
  const keyword = filter.keyword?.trim().toLowerCase() ?? ''
  const found = all.filter(
    row =>
      (filter.strategy_id === undefined || row.id === filter.strategy_id) &&
      (filter.group === undefined || row.group_name === filter.group) &&
      (!filter.onlyNoGrowth || (row.status === 'running' && Number(row.fresh) <= 0)) &&
      (keyword === '' || [row.name, row.code].some(text => text.toLowerCase().includes(keyword))),
  )
  const count = (level: Level): number => found.filter(row => levelOf(row) === level).length
  const { levels } = filter
  const rows = levels && levels.length > 0 ? found.filter(row => levels.includes(levelOf(row))) : found
  return {
    rows: rows.toSorted(comparatorOf(filter.sort)),
    levels: Object.fromEntries(healthLevels.map(level => [level, count(level)])) as Record<Level, number>, // all of them
  }
}

type Compare = (a: StrategyHealth, b: StrategyHealth) => number

const byName: Compare = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)
const byLevel: Compare = (a, b) => healthLevels.indexOf(levelOf(a)) - healthLevels.indexOf(levelOf(b))

/** What has no figure comes last, whichever way. */
function comparatorOf(sort: HealthFilter['sort']): Compare {
  if (sort === 'name') return byName
  if (sort === 'level') return (a, b) => byLevel(a, b) || b.reasons.length - a.reasons.length || byName(a, b)
  const isDown = sort.startsWith('-')
  const field = sort.replace('-', '') as 'fresh' // each of the others is read alike
  const read = (row: StrategyHealth): number => {
    const value: string | number | null = row[field]
    return value === null
      ? Number.NaN
      : typeof value === 'number' || /^\d+$/.test(value)
        ? Number(value)
        : Date.parse(value)
  }
  return (a, b) => {
    const [left, right] = [read(a), read(b)]
    if (Number.isNaN(left) || Number.isNaN(right))
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || byName(a, b)
    return (isDown ? right - left : left - right) || byName(a, b)
  }
}
