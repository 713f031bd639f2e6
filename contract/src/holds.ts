import { z } from 'zod'

const Years = z.tuple([z.int(), z.int()])

/** What a column of a database holds, in words that all databases share. Limits are absent where there are none. */
export const Holds: z.ZodType<Holds> = z
  .discriminatedUnion('is', [
    z.object({
      is: z.literal('text'),
      maxChars: z.int().optional(),
      maxBytes: z.int().optional(),
      refuses: z.enum(['nul', 'emoji', 'beyond latin1']).optional(),
      /** Blanks at the end are dropped. */
      isTrimmed: z.boolean().optional(),
      takesBytes: z.boolean().optional(),
    }),
    /** Bounds as text: they may be beyond 2^53. */
    z.object({ is: z.literal('integer'), min: z.string(), max: z.string(), takesZero: z.boolean().optional() }),
    z.object({
      is: z.literal('decimal'),
      precision: z.int().optional(),
      scale: z.int().optional(),
      /** NaN and the infinities. */
      allowsSpecial: z.boolean().optional(),
      isUnsigned: z.boolean().optional(),
      /** Kept as a whole number of 64 bits or a double, as SQLite does. */
      isDouble: z.boolean().optional(),
    }),
    z.object({
      is: z.literal('float'),
      bits: z.union([z.literal(32), z.literal(64)]),
      allowsSpecial: z.boolean().optional(),
      isUnsigned: z.boolean().optional(),
    }),
    z.object({ is: z.literal('boolean') }),
    /** `years`: the first and the last that are kept. */
    z.object({ is: z.literal('date'), years: Years.optional() }),
    /** `isSpan`: hours beyond the day and below zero. */
    z.object({ is: z.literal('time'), digits: z.int(), isSpan: z.boolean().optional() }),
    /** `zoned`: the column keeps an instant. */
    z.object({ is: z.literal('datetime'), zoned: z.boolean(), digits: z.int(), years: Years.optional() }),
    z.object({ is: z.literal('json'), refuses: z.enum(['nul', 'long numbers']).optional() }),
    z.object({ is: z.literal('bytes'), maxBytes: z.int().optional(), width: z.int().optional() }),
    z.object({ is: z.literal('bits'), width: z.int() }),
    z.object({
      is: z.literal('list'),
      get element() {
        return Holds
      },
    }),
    /** Text the database itself understands: uuid, inet, interval; `options`: of an enumeration. */
    z.object({ is: z.literal('other'), options: z.array(z.string()).optional() }),
  ])
  .meta({ id: 'Holds' })
export type Holds =
  | {
      is: 'text'
      maxChars?: number | undefined
      maxBytes?: number | undefined
      refuses?: 'nul' | 'emoji' | 'beyond latin1' | undefined
      isTrimmed?: boolean | undefined
      takesBytes?: boolean | undefined
    }
  | { is: 'integer'; min: string; max: string; takesZero?: boolean | undefined }
  | {
      is: 'decimal'
      precision?: number | undefined
      scale?: number | undefined
      allowsSpecial?: boolean | undefined
      isUnsigned?: boolean | undefined
      isDouble?: boolean | undefined
    }
  | { is: 'float'; bits: 32 | 64; allowsSpecial?: boolean | undefined; isUnsigned?: boolean | undefined }
  | { is: 'boolean' }
  | { is: 'date'; years?: [number, number] | undefined }
  | { is: 'time'; digits: number; isSpan?: boolean | undefined }
  | { is: 'datetime'; zoned: boolean; digits: number; years?: [number, number] | undefined }
  | { is: 'json'; refuses?: 'nul' | 'long numbers' | undefined }
  | { is: 'bytes'; maxBytes?: number | undefined; width?: number | undefined }
  | { is: 'bits'; width: number }
  | { is: 'list'; element: Holds }
  | { is: 'other'; options?: string[] | undefined }
