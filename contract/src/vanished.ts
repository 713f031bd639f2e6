import { z } from 'zod'
import { vanishedPolicies } from './retire.ts'

/** Documents made of rows, when no row gives them any more: their last line moved to another document, or was deleted. */
export const Vanished = z.object({
  /**
   * ask: the document stays and waits for a person; delete: removed at the target; zero: written with the fields of `zero`
   * as 0; mark: written with the field of `mark` set.
   */
  policy: z.enum(vanishedPolicies).default('ask'),
  /** Paths in the mapped record: `qty`, `lines.qty`. A list on the way means each of its elements. */
  zero: z.array(z.string().min(1).max(500)).max(50).optional(),
  mark: z
    .object({
      /** Path in the mapped record. */
      field: z.string().min(1).max(500),
      value: z.union([z.string().max(1000), z.boolean(), z.int()]),
    })
    .optional(),
  /** Above both bounds nothing is retired until a person confirms: of the documents that are known, and of documents. */
  maxPercent: z.number().min(0).max(100).default(10),
  maxCount: z.int().min(0).max(1_000_000).default(20),
})
export type Vanished = z.output<typeof Vanished>
