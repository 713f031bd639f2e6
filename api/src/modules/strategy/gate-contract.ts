import { StrategyConfig } from '@sluice/contract'
import { z } from 'zod'

/** Whether a change of what is read or written waits for its publication, and what waits. */
export const StrategyGate = z.object({
  required: z.boolean(),
  draft: z
    .object({
      /** Grows with each save. */
      revision: z.int(),
      config: StrategyConfig,
      /** Parts that differ from what is published. */
      changed: z.array(z.enum(['source', 'target', 'mapping', 'schedule', 'retry', 'remedy'])),
      username: z.string().nullable(),
      saved_at: z.string().nullable(),
    })
    .nullable(),
})
