import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { describeBadge } from '../../connect/platform/index.ts'
import type { ValueMap } from './contract.ts'
import type { MapRow, Settings } from './store.ts'

export function describeMap(engine: Engine, row: MapRow, { language }: RouteContext): ValueMap {
  const nameOf = (id: string): string => (id === '' ? '' : describeBadge(engine, id, language).platform_name)
  return { ...row, a_platform_name: nameOf(row.a_platform_id), b_platform_name: nameOf(row.b_platform_id) }
}

export function orRefuse(row: MapRow | undefined): MapRow {
  if (!row) throw refuse('notFound.mapping')
  return row
}

export const auditOf = (row: Pick<MapRow, 'id' | 'name'>) => ({
  objectType: 'mapping',
  objectId: row.id,
  objectName: row.name,
})

export const settingsOf = (row: Settings): Settings => ({
  name: row.name,
  a_platform_id: row.a_platform_id,
  b_platform_id: row.b_platform_id,
  remark: row.remark,
  case_sensitive: row.case_sensitive,
  trim: row.trim,
  on_miss: row.on_miss,
  default_a: row.default_a,
  default_b: row.default_b,
})
