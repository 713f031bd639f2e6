import { type CheckLine, type Mapping, type Resource, toFailure } from '@sluice/contract'
import {
  type BoundMapping,
  boundComputing,
  checkMapping,
  compileMapping,
  listUnread,
  siftMapping,
} from '../map/index.ts'
import type { MapProblem } from '../stage/map-problem.ts'
import { checkFit } from './check-fit.ts'
import { type Conversion, judgeMapping } from './fit-mapping.ts'

/** What is said about a mapping as a whole. Pure, and slow where it is large: `judge-apart.ts` says where it runs. */

export interface SiftedMapping {
  /** What of it can run. */
  readonly mapping: BoundMapping
  /** Why the rest cannot. */
  readonly problems: readonly MapProblem[]
  /** Of the fields that were named, those that go nowhere. */
  readonly unread: readonly string[]
}

export function siftMappingOf(bound: BoundMapping, sourceFields: readonly string[]): SiftedMapping {
  const sifted = siftMapping(bound)
  return { ...sifted, unread: listUnread(sifted.mapping, sourceFields) }
}

/** What the check-list says about a mapping between two sides, as far as these are described. */
export function checkMappingOf(mapping: Mapping, source: Resource | null, target: Resource | null): CheckLine[] {
  const line = (level: CheckLine['level'], item: string, message: string, field: string): CheckLine => ({
    level,
    group: 'mapping',
    item,
    message,
    field,
  })
  if (!mapping.copyAll && mapping.fields.length === 0)
    return [line('error', 'mapping.empty', 'No field is mapped.', 'mapping.fields')]
  try {
    compileMapping(mapping).close()
  } catch (error) {
    const { message, field } = toFailure(error)
    return [line('error', 'mapping.syntax', message, field ?? 'mapping')]
  }
  const problems = checkMapping(mapping, {
    ...(source && source.fields.length > 0 ? { sourceFields: source.fields } : {}),
    ...(target && target.fields.length > 0 ? { targetFields: target.fields } : {}),
  })
  return [
    ...problems.map(({ code, message, field }) => line(isWarning(code) ? 'warning' : 'error', code, message, field)),
    ...checkFit(mapping, source, target),
  ]
}

/** Fields a description does not list may still come: sources without a fixed form are described by a sample. */
const isWarning = (code: string): boolean => WARNINGS.has(code)
const WARNINGS: ReadonlySet<string> = new Set([
  ...['mapping.unknownField', 'mapping.throughList', 'mapping.seenTypes', 'mapping.textNumber'],
])

export interface SummedUp {
  readonly unread: readonly string[]
  readonly conversions: readonly Conversion[]
}

export const sumUpMapping = (mapping: Mapping, source: Resource | null, target: Resource | null): SummedUp => ({
  unread: listUnread(
    mapping,
    (source?.fields ?? []).map(({ name }) => name),
  ),
  conversions: judgeMapping(mapping, source, target),
})

/** As a thread of its own calls it, which knows no bound of the operator. */
export function siftWithBound(mostMs: number, ...given: Parameters<typeof siftMappingOf>): SiftedMapping {
  boundComputing(mostMs)
  return siftMappingOf(...given)
}

export function checkWithBound(mostMs: number, ...given: Parameters<typeof checkMappingOf>): CheckLine[] {
  boundComputing(mostMs)
  return checkMappingOf(...given)
}
