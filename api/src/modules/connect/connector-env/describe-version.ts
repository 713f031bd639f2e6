import type { Param, ParamValue } from '@sluice/contract'
import type { ConnectorVersion } from './contract.ts'
import type { VersionRow } from './store.ts'

type Change = ConnectorVersion['changes'][number]

/** What a version changed against the one before it. A field the manifest no longer knows could have been a secret. */
export function describeVersion(
  row: VersionRow,
  before: VersionRow | undefined,
  params: readonly Param[],
): ConnectorVersion {
  const { version, kind, env, username, created_at } = row
  const plain = (['name', 'env', 'remark', 'rate_per_second', 'concurrency'] as const).flatMap(field =>
    change(field, false, before?.[field] ?? null, row[field]),
  )
  const fields = [...new Set([...Object.keys(before?.params ?? {}), ...Object.keys(row.params)])]
  const changed = fields.flatMap(field => {
    const isSecret = params.find(param => param.field === field)?.encryption ?? true
    return change(`params.${field}`, isSecret, before?.params[field] ?? null, row.params[field] ?? null)
  })
  return { version, kind, env, username, created_at, changes: [...plain, ...changed] }
}

function change(field: string, isSecret: boolean, before: ParamValue | number, after: ParamValue | number): Change[] {
  const [from, to] = [textOf(before), textOf(after)]
  if (from === to) return []
  return [{ field, is_secret: isSecret, before: isSecret ? null : from, after: isSecret ? null : to }]
}

function textOf(value: ParamValue | number): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
