import type { FindValue } from './mapping.ts'

const MAX_CHARS = 4000
const BEGIN = /^\s*_findCollection\b/
const HEAD =
  /^\s*_findCollection\s+find\s+(\S+)\s+from\s+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s+where\s+(.*?)\s*(?:_endFind)?\s*$/is
const STRATEGY = /^(\s*_findCollection\s+find\s+\S+\s+from\s+)(\S+)/i
const CONDITION = /\s*(?:and\s+)?([^\s=]+)\s*=\s*((?:\{\{.*?\}\}|[^\s{])+)/iy

/**
 * A look-up as people write it: `_findCollection find F from <strategy> where a={{x}} b={{y}}`.
 * @returns null for a text that is none
 * @throws RangeError with a sentence for the user when it begins as one and is not
 */
export function readFindText(text: string): FindValue | null {
  if (!BEGIN.test(text)) return null
  // The pattern would take long over thousands of blanks.
  const [, field, strategyId, conditions] = text.length > MAX_CHARS ? [] : (HEAD.exec(text) ?? [])
  const where = conditions === undefined ? [] : readConditions(conditions)
  if (field === undefined || strategyId === undefined || where === null || where.length === 0 || where.length > 8)
    throw new RangeError('A look-up is written: _findCollection find FIELD from STRATEGY-ID where a={{x}} b={{y}}')
  return { kind: 'find', strategy_id: strategyId.toLowerCase(), field, where }
}

function readConditions(text: string): FindValue['where'] | null {
  const where: FindValue['where'] = []
  CONDITION.lastIndex = 0
  let at = 0
  while (at < text.length) {
    CONDITION.lastIndex = at
    const [whole, field, equals] = CONDITION.exec(text) ?? []
    if (whole === undefined || field === undefined || equals === undefined) return null
    where.push({ field, equals })
    at += whole.length
  }
  return where
}

/** The same look-up as text. Policies have no place in it. */
export const writeFindText = ({ field, strategy_id, where }: FindValue): string =>
  `_findCollection find ${field} from ${strategy_id} where ${where.map(each => `${each.field}=${each.equals}`).join(' ')}`

/** The text with another name for the strategy it looks into; a text that is no look-up stays as it is. */
export const renameFindText = (text: string, rename: (strategy: string) => string): string =>
  BEGIN.test(text) ? text.replace(STRATEGY, (_, head: string, strategy: string) => head + rename(strategy)) : text
