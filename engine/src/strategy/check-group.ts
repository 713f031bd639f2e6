import type { CheckLine, Resource, StrategyConfig } from '@sluice/contract'
import { findGroupTrouble } from '../record/group-trouble.ts'

/** Grouped records have other fields than their rows; which ones only a read tells. */
export const groupResource = (resource: Resource | null, { source }: StrategyConfig): Resource | null =>
  source.group && resource ? { ...resource, fields: [] } : resource

/** What grouped records need. */
export function checkGroup({ source }: StrategyConfig): CheckLine[] {
  const trouble = findGroupTrouble(source)
  if (trouble === null) return []
  const { message, field } = trouble
  return [{ level: 'error', group: 'source', item: 'source.group', message, field: field ?? 'source.group' }]
}
