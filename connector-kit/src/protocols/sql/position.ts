import { Failure } from '@sluice/contract'
import { z } from 'zod'

/**
 * Where a read goes on. The cursor is its JSON.
 * - `["5"]`: behind the row with these order values;
 * - `{from, skip}`: order values may repeat: at these values, so many rows already read;
 * - `{nulls}`: among rows whose key is null, so many already read.
 */
export type Position =
  | { readonly kind: 'start' }
  | { readonly kind: 'after'; readonly values: readonly string[] }
  | { readonly kind: 'from'; readonly values: readonly string[]; readonly skip: number }
  | { readonly kind: 'nulls'; readonly skip: number }

const Cursor = z.union([
  z.array(z.string()).min(1),
  z.strictObject({ from: z.array(z.string()).min(1), skip: z.int().min(0) }),
  z.strictObject({ nulls: z.int().min(0) }),
])

/** @throws Failure `source.cursor` when the text is not one of ours or has another number of values */
export function parsePosition(cursor: string | null, orderCount: number): Position {
  if (cursor === null) return { kind: 'start' }
  const parsed = Cursor.safeParse(parse(cursor))
  if (!parsed.success) throw makeCursorFailure()
  const value = parsed.data
  if (!Array.isArray(value) && 'nulls' in value) return { kind: 'nulls', skip: value.nulls }
  const values = Array.isArray(value) ? value : value.from
  if (values.length !== orderCount) throw makeCursorFailure()
  return Array.isArray(value) ? { kind: 'after', values } : { kind: 'from', values, skip: value.skip }
}

export function formatPosition(position: Position): string | null {
  if (position.kind === 'start') return null
  if (position.kind === 'after') return JSON.stringify(position.values)
  if (position.kind === 'from') return JSON.stringify({ from: position.values, skip: position.skip })
  return JSON.stringify({ nulls: position.skip })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const makeCursorFailure = () =>
  new Failure({
    code: 'source.cursor',
    message: 'The saved position does not belong to this table and key.',
    advice: 'The key or the increment field was changed: reset the position of the strategy to read from the start.',
  })
