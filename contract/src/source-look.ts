import { z } from 'zod'
import { assetProposalCodes } from './api-asset.ts'
import { ParamValues } from './field.ts'

export const sourceProposalCodes = [...assetProposalCodes, 'total', 'cursor', 'link', 'page', 'offset'] as const

/** Options of a source that an answer suggests, each to be taken or left. */
export const SourceProposal = z.object({
  code: z.enum(sourceProposalCodes),
  /** Where it was seen and what stands there; the form of "no rows". */
  seen: z.string(),
  options: ParamValues,
})
export type SourceProposal = z.output<typeof SourceProposal>

/** What was asked over HTTP and answered, with secrets hidden. */
const SeenExchange = z.object({
  method: z.string(),
  url: z.string(),
  /** Of the answer; null: there was none. */
  status: z.int().nullable(),
  /** At most 256 KiB; where there was more, every list is cut to its first elements. */
  body: z.string(),
  isCut: z.boolean(),
  /** Of the whole body. */
  bytes: z.int(),
  elapsedMs: z.int(),
})

/** One look at a source while it is chosen: its first records, or why there are none. Nothing is stored. */
export const SourceLook = z.object({
  /** Each as lossless JSON text. */
  rows: z.array(z.string()),
  /** Why the rows could not be read. */
  problem: z.object({ code: z.string(), message: z.string(), advice: z.string().optional() }).nullable(),
  /** Where the answer tells of more rows than it holds and no paging is set: the sign, in its own words. */
  more: z.string().nullable(),
  /** What HTTP answered; null for every other kind of system. */
  exchange: SeenExchange.nullable(),
  proposals: z.array(SourceProposal),
})
export type SourceLook = z.output<typeof SourceLook>

/** What tries showed of how an endpoint gives its pages. */
export const PagingFound = z.object({
  /** null: none of the ways tried gives another page. */
  proposal: SourceProposal.nullable(),
  /** What was asked, in order, and what came. */
  tries: z.array(
    z.object({
      /** `pageNo=2&pageSize=2` */
      query: z.string(),
      rows: z.int().nullable(),
      /** Beside the rows without any paging. */
      finding: z.enum(['same', 'other', 'overlaps', 'empty', 'refused']),
    }),
  ),
})
export type PagingFound = z.output<typeof PagingFound>
