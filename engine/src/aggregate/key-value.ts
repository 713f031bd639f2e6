import { createHash } from 'node:crypto'
import type { Value } from '@sluice/contract'
import { toDecimal } from '../map/decimal.ts'
import { valueKey } from '../map/value-key.ts'
import type { Granularity, KeyKind, KeyValue } from './report.ts'
import { createBuckets } from './time-bucket.ts'

/** Longer texts are told apart by a digest, so that a group takes little room whatever the data holds. */
const MAX_TEXT = 300

const MISSING: KeyValue = { kind: 'missing', text: '' }
const NULL: KeyValue = { kind: 'null', text: '' }
/** A number of a workable size is never cut, for groups are ordered by it. */
const MAX_NUMBER = 2500

/** The group that a value belongs to. */
export function keyOf(value: Value | undefined): KeyValue {
  const key = valueKey(value)
  const max = key.kind === 'number' ? MAX_NUMBER : MAX_TEXT
  return key.text.length <= max ? key : { kind: key.kind, text: shorten(key.text) }
}

function shorten(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${text.slice(0, MAX_TEXT)}… (${digest})`
}

/** Reads the group of a value: as it is, or the hour, day … that it lies in by the clocks of a zone. */
export function createKeyReader(granularity: Granularity, timeZone: string): (value: Value | undefined) => KeyValue {
  if (granularity === 'value') return keyOf
  const bucketOf = createBuckets(granularity, timeZone)
  return value => {
    if (value === undefined) return MISSING
    if (value === null) return NULL
    if (value === '') return { kind: 'text', text: '' }
    const bucket = typeof value === 'string' ? bucketOf(value) : undefined
    return bucket === undefined ? { kind: 'invalid', text: '' } : { kind: 'time', text: bucket }
  }
}

const ORDER: readonly KeyKind[] = ['missing', 'null', 'boolean', 'number', 'time', 'text', 'other', 'invalid']

/** Missing, null, truth, numbers by amount, times, texts, the rest. */
export function compareKeys(left: KeyValue | null, right: KeyValue | null): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (left.kind !== right.kind) return ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind)
  if (left.kind === 'number') {
    const [a, b] = [toDecimal(left.text), toDecimal(right.text)]
    if (a && b) return a.cmp(b)
  }
  return left.text === right.text ? 0 : left.text < right.text ? -1 : 1
}
