import { figureNames } from '@sluice/contract'
import { z } from 'zod'
import { healthLevels } from '../../run/strategy-health/contract.ts'

/** What a figure shows now. @param id of the things it tells of */
export function figureOf<Id extends z.ZodType<string>>(id: Id) {
  const Node = z.object({ id, name: z.string(), platform_id: z.string(), is_failed: z.boolean() })
  const Edge = z.object({
    id,
    name: z.string(),
    source: id,
    target: id,
    /** Records written in the last 24 hours, and in the quarter of an hour that goes on and the one before. */
    written: z.number(),
    lately: z.number(),
    errors: z.number(),
    level: z.enum(healthLevels),
  })
  return z.object({
    name: z.enum(figureNames),
    /** forbidden: the caller may not see it; failed: it could not be read in time. */
    state: z.enum(['ok', 'forbidden', 'failed']),
    read_at: z.string(),
    /** Since when it counts, where it does not count what is there now. */
    since: z.string().nullable(),
    /** null: there is nothing to count, such as a share of no records. */
    value: z.number().nullable(),
    points: z.array(z.object({ at: z.string(), value: z.number() })),
    /** `label` is empty where the key is a word of the product. */
    parts: z.array(z.object({ key: z.string(), label: z.string(), value: z.number() })),
    rows: z.array(
      z.object({
        id,
        /** The strategy it belongs to. */
        owner_id: id.nullable(),
        at: z.string(),
        name: z.string(),
        /** State of a run; what an alert speaks of. */
        key: z.string(),
        text: z.string(),
        value: z.number().nullable(),
      }),
    ),
    /** Sums by weekday (1 Monday … 7 Sunday) and hour of the tenant's zone, those of which anything was kept. */
    cells: z.array(z.object({ day: z.int(), hour: z.int(), value: z.number() })),
    graph: z.object({ nodes: z.array(Node), edges: z.array(Edge) }).nullable(),
  })
}

export const FigureReading = figureOf(z.uuid())
export type FigureReading = z.output<typeof FigureReading>
