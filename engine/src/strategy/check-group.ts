import type { CheckLine, StrategyConfig } from '@sluice/contract'
import { findGroupTrouble } from '../source/group-trouble.ts'

/** What grouped records need. */
export function checkGroup({ source }: StrategyConfig): CheckLine[] {
  const trouble = findGroupTrouble(source)
  if (trouble === null) return []
  const { message, field } = trouble
  return [{ level: 'error', group: 'source', item: 'source.group', message, field: field ?? 'source.group' }]
}
