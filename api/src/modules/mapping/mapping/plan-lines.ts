import { lookupKey, type ValueRules } from '@sluice/contract'
import type { LineBody } from './contract.ts'

/** A line as it is stored now. */
export interface StoredLine extends LineBody {
  readonly id: string
  readonly a_key: string
}

export interface PlannedLine extends LineBody {
  /** Absent: a new line. */
  readonly id?: string
  readonly a_key: string
  readonly b_key: string
}

interface Problem {
  readonly row: number
  readonly field: 'a_value' | 'b_value'
  readonly code: 'duplicate' | 'known' | 'unstorable'
  readonly value: string
}

export interface LinePlan {
  readonly added: readonly PlannedLine[]
  readonly changed: readonly { readonly before: StoredLine; readonly after: PlannedLine }[]
  readonly removed: readonly StoredLine[]
  readonly unchanged: number
  readonly problems: readonly Problem[]
}

export type ImportMode = 'append' | 'update' | 'replace'

/** What an import changes: lines are recognised by the value of A, as the map compares it. */
export function planImport(
  stored: readonly StoredLine[],
  lines: readonly LineBody[],
  mode: ImportMode,
  rules: ValueRules,
): LinePlan {
  const known = new Map(stored.map(line => [line.a_key, line]))
  const seen = new Set<string>()
  const plan = openPlan()
  for (const [row, line] of lines.entries()) {
    const planned = { ...line, a_key: lookupKey(line.a_value, rules), b_key: lookupKey(line.b_value, rules) }
    const before = known.get(planned.a_key)
    const problem = findProblem(planned, seen.has(planned.a_key), before !== undefined && mode === 'append')
    seen.add(planned.a_key)
    if (problem) plan.problems.push({ row, ...problem })
    else if (!before) plan.added.push(planned)
    else if (isSame(before, planned)) plan.unchanged += 1
    else plan.changed.push({ before, after: { ...planned, id: before.id } })
  }
  if (mode === 'replace') plan.removed.push(...stored.filter(line => !seen.has(line.a_key)))
  else plan.unchanged += stored.length - plan.changed.length - plan.unchanged
  return plan
}

/** What a person changed in the grid: lines by their id. Ids that are gone are refused by the caller's version check. */
export function planEdit(
  stored: readonly StoredLine[],
  upsert: readonly (LineBody & { readonly id?: string | undefined })[],
  remove: readonly string[],
  rules: ValueRules,
): LinePlan {
  const byId = new Map(stored.map(line => [line.id, line]))
  const gone = new Set(remove)
  const edited = new Set(upsert.flatMap(line => line.id ?? []))
  const taken = new Set(stored.filter(line => !gone.has(line.id) && !edited.has(line.id)).map(line => line.a_key))
  const plan = openPlan()
  for (const [row, { id, ...line }] of upsert.entries()) {
    const planned = { ...line, a_key: lookupKey(line.a_value, rules), b_key: lookupKey(line.b_value, rules) }
    const before = id === undefined ? undefined : byId.get(id)
    const problem = findProblem(planned, taken.has(planned.a_key), false)
    taken.add(planned.a_key)
    if (problem) plan.problems.push({ row, ...problem })
    else if (!before) plan.added.push(planned)
    else if (isSame(before, planned)) plan.unchanged += 1
    else plan.changed.push({ before, after: { ...planned, id: before.id } })
  }
  plan.removed.push(...remove.flatMap(id => byId.get(id) ?? []))
  return plan
}

/** Every line compared by other rules; two that become one are problems, with their place among the stored. */
export function planRules(stored: readonly StoredLine[], rules: ValueRules): LinePlan {
  return planEdit(stored, stored, [], rules)
}

const openPlan = () => ({
  added: [] as PlannedLine[],
  changed: [] as { before: StoredLine; after: PlannedLine }[],
  removed: [] as StoredLine[],
  unchanged: 0,
  problems: [] as Problem[],
})

function findProblem(line: PlannedLine, isDuplicate: boolean, isKnown: boolean): Omit<Problem, 'row'> | null {
  for (const field of ['a_value', 'b_value'] as const)
    if (line[field].includes('\0') || !line[field].isWellFormed())
      return { field, code: 'unstorable', value: line[field].toWellFormed().replaceAll('\0', '␀') }
  if (isDuplicate) return { field: 'a_value', code: 'duplicate', value: line.a_value }
  return isKnown ? { field: 'a_value', code: 'known', value: line.a_value } : null
}

const FIELDS = ['a_value', 'a_label', 'b_value', 'b_label', 'enabled', 'remark'] as const

const isSame = (before: StoredLine, after: PlannedLine): boolean =>
  before.a_key === after.a_key && FIELDS.every(field => before[field] === after[field])
