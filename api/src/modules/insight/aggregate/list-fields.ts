import { Bytes, type Data, ExactNumber, isData, NEWEST_EDITION, toText, type Value } from '@sluice/contract'
import type { ReportBody, ReportFieldInfo } from './contract.ts'
import { type WalkDeps, walkRecords } from './walk.ts'

/** So many of the newest records are looked at. */
const SAMPLE = 200
const MAX_DEPTH = 4
const MAX_FIELDS = 1000
const MAX_SAMPLE = 80

/** Fields of the newest records in the order they are met. */
export async function listFields(
  deps: WalkDeps,
  strategyId: string,
  side: ReportBody['side'],
): Promise<ReportFieldInfo[]> {
  const found = new Map<string, ReportFieldInfo>()
  // A condition on the data makes the walk read it.
  const definition = { ...EVERYTHING, side }
  for await (const records of walkRecords(deps, strategyId, definition)) {
    for (const { data } of records.slice(0, SAMPLE)) if (data) noteFields(found, data, '', null, 1)
    break
  }
  return [...found.values()]
}

const EVERYTHING: ReportBody = {
  side: 'source',
  filter: {},
  edition: NEWEST_EDITION,
  conditions: [],
  expand: null,
  group_by: [],
  metrics: [{ op: 'count', field: { of: 'data', name: 'id' }, alias: '' }],
  having: [],
  sort: [],
  limit: null,
  pivot: false,
  chart: { type: 'none', metric: 0 },
}

function noteFields(
  found: Map<string, ReportFieldInfo>,
  data: Data,
  prefix: string,
  list: string | null,
  depth: number,
): void {
  for (const [name, value] of Object.entries(data)) {
    const path = prefix + (/[.[\]]/.test(name) ? `[${JSON.stringify(name)}]` : name)
    if (isData(value) && depth < MAX_DEPTH) noteFields(found, value, `${path}.`, list, depth + 1)
    else note(found, path, value, list)
    // A list at the top can become lines.
    if (!Array.isArray(value) || depth > 1 || list !== null) continue
    for (const element of value.slice(0, 20))
      if (isData(element)) noteFields(found, element, `${path}.`, name, depth + 1)
  }
}

function note(found: Map<string, ReportFieldInfo>, path: string, value: Value, list: string | null): void {
  const known = found.get(path)
  if (!known && found.size >= MAX_FIELDS) return
  const kind = kindOf(value)
  if (!known || known.sample === null) {
    const sample = value === null || Array.isArray(value) ? null : toText(value).slice(0, MAX_SAMPLE)
    found.set(path, { path, kind: kind ?? known?.kind ?? 'text', list, sample })
  } else if (kind !== null && kind !== known.kind) found.set(path, { ...known, kind: 'mixed' })
}

const DATE = /^\d{4}(?:-\d{2}-\d{2}|\/\d{1,2}\/\d{1,2})(?:[T ]\d{1,2}:\d{2}|$)/

function kindOf(value: Value): Exclude<ReportFieldInfo['kind'], 'mixed'> | null {
  if (value === null) return null
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return DATE.test(value) ? 'time' : 'text'
  return value instanceof Bytes ? 'text' : 'list'
}
