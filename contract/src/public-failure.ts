import { z } from 'zod'

/** A stored failure as a caller reads it: what is wrong, where, and the way out. */
export const PublicFailure = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  value: z.string().optional(),
  advice: z.string().optional(),
  /** Codes and addresses, for whoever mends it. */
  technical: z.string().optional(),
})
