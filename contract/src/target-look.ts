import { z } from 'zod'
import { SeenRow } from './api-asset.ts'
import { SourceProposal } from './source-look.ts'

/** Options of a target that an answer suggests, each to be taken or left. */
export const targetProposalCodes = ['rowLists', 'rowList', 'success', 'targetKey'] as const
export const TargetProposal = SourceProposal.extend({ code: z.enum(targetProposalCodes) })
export type TargetProposal = z.output<typeof TargetProposal>

/** How a target that is being set up would send records, and how it reads an answer to them. Nothing is sent, nothing stored. */
export const TargetLook = z.object({
  /** null: no request can be made of these records, as `problem` says. Secrets are hidden, a long body is cut. */
  request: z.object({ method: z.string(), url: z.string(), body: z.string() }).nullable(),
  /** What the answer says of each record that it is about, in their order; empty without an answer. */
  rows: z.array(SeenRow),
  problem: z.object({ code: z.string(), message: z.string(), advice: z.string().optional() }).nullable(),
  proposals: z.array(TargetProposal),
})
export type TargetLook = z.output<typeof TargetLook>
