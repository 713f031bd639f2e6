import { z } from 'zod'

/** What becomes of values of one type in a column: all arrive, some are refused, all are. */
export const fitLevels = ['same', 'safe', 'checked', 'never'] as const
export type FitLevel = (typeof fitLevels)[number]
export interface Fit {
  readonly level: FitLevel
  /** Whole sentences: what is written otherwise, what is refused. */
  readonly notes: readonly string[]
}

/** A table that is to be made, before it is. */
export const TablePlan = z
  .object({
    /** The statement as it will run; null while a column has a problem. */
    sql: z.string().nullable(),
    columns: z.array(
      z.object({
        name: z.string(),
        /** The far system's own word. */
        type: z.string(),
        isNullable: z.boolean(),
        /** What the column does not keep, or keeps otherwise. */
        notes: z.array(z.string()),
        /** Why there can be no such column. */
        problem: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'TablePlan' })
export type TablePlan = z.output<typeof TablePlan>
