import { inTurns } from '@sluice/connector-kit/turns'
import { allFields, type Edition, editionOf, type Mapping, NEWEST_EDITION } from '@sluice/contract'
import { parseExpression } from './expression.ts'
import { listExpressions, looksUp } from './list-references.ts'

/**
 * Reads the expressions of a mapping while others have their turns, so that compiling it at once, which is next, finds
 * them read: reading is nearly all that compiling costs. @throws the signal's reason
 */
export async function readInTurns(mapping: Mapping, signal?: AbortSignal): Promise<void> {
  const edition = editionOf(mapping)
  await inTurns(
    listExpressions(allFields(mapping)),
    expression => {
      read(expression, edition)
      // Look-ups are listed by the newest edition, whichever the mapping has.
      if (looksUp(expression)) read(expression, NEWEST_EDITION)
    },
    signal,
  )
}

function read(expression: string, edition: Edition): void {
  try {
    parseExpression(expression, edition)
  } catch {
    // Compiling says why.
  }
}
