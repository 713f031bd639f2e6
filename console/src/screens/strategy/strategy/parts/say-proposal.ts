import type { SourceProposal } from '@sluice/contract'
import type { useProposalText } from '../texts/use-proposal-text.ts'

/** What was seen in the answer, and what could be set by it. */
export function sayProposal(text: ReturnType<typeof useProposalText>, { code, seen }: SourceProposal): string {
  const told =
    code === 'nothing'
      ? text.seen[seen as keyof typeof text.seen] // the form that was seen
      : code === 'loneRecord' || code === 'keyedRecords'
        ? text[code](seen)
        : code === 'listPath'
          ? text.list(seen)
          : text.seenAt(seen)
  return `${told} ${text.asks[code]}`
}
