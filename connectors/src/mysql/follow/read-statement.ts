import type { StructureChange } from '@sluice/connector-kit'

/** A table by its names, as the log has them. */
interface Names {
  readonly schema: string
  readonly table: string
}

/**
 * What a statement of the log does to the rows of a table without telling them one by one; null: nothing. Names are
 * compared without case, as a server on Windows or macOS would.
 */
export function readStatement(sql: string, current: string, of: Names): StructureChange | null {
  const words = split(sql)
  const [verb = '', ...rest] = words.map(({ text, isQuoted }) => (isQuoted ? '' : text.toLowerCase()))
  if (rest.includes('temporary')) return null
  const own = `${of.schema}.${of.table}`.toLowerCase()
  const named = findNames(words, current)
  const isNamed = named.includes(own)
  if (verb === 'drop' && (rest[0] === 'database' || rest[0] === 'schema'))
    return words.some(word => word.text.toLowerCase() === of.schema.toLowerCase()) ? dropped : null
  if (!isNamed) return null
  const last = (word: string): boolean => rest.includes(word)
  if (verb === 'truncate') return { isEmptied: true }
  if (verb === 'drop') return rest[0] === 'table' ? dropped : null
  if (verb === 'rename') return replaced
  if (verb === 'create') return rest[0] === 'or' && last('table') ? replaced : null
  if (verb !== 'alter') return null
  if (last('partition') && (last('exchange') || last('import'))) return exchanged
  if (last('partition') && (last('drop') || last('truncate'))) return emptiedPart
  if (last('convert') && last('partition')) return exchanged
  // `rename column`, `rename index` and `rename key` leave the name of the table alone.
  const at = rest.indexOf('rename')
  const next = rest[at + 1] ?? ''
  return at >= 0 && !/^(?:column|index|key)$/.test(next) ? replaced : last('tablespace') ? replaced : null
}

const dropped: StructureChange = { untold: { rows: 'other', text: 'The table was dropped.' } }
const replaced: StructureChange = {
  untold: {
    rows: 'other',
    text: 'The table was replaced by another of its name, or was given another name.',
  },
}
const exchanged: StructureChange = {
  untold: { rows: 'other', text: 'A partition of the table was exchanged for another table.' },
}
const emptiedPart: StructureChange = {
  untold: { rows: 'gone', text: 'A partition of the table was dropped or emptied at once.' },
}

interface Word {
  readonly text: string
  readonly isQuoted: boolean
}

/** Words, quoted names and signs; comments and texts are left out. What `/*!` hides from other servers is read. */
function split(sql: string): Word[] {
  const plain = sql.replace(/\/\*!\d*([\s\S]*?)\*\//g, ' $1 ')
  const tokens = plain.matchAll(
    /\/\*[\s\S]*?\*\/|(?:--\s|#)[^\n]*|'(?:[^'\\]|\\.|'')*'|`((?:[^`]|``)+)`|"((?:[^"]|"")+)"|([\w$\u0080-\uffff]+)|([.,(])/g,
  )
  return [...tokens].flatMap(([, tick, quote, word, sign]): Word[] => {
    if (tick !== undefined) return [{ text: tick.replaceAll('``', '`'), isQuoted: true }]
    if (quote !== undefined) return [{ text: quote.replaceAll('""', '"'), isQuoted: true }]
    const text = word ?? sign
    return text === undefined ? [] : [{ text, isQuoted: false }]
  })
}

/** Every name of a table the words could mean, as `schema.table`. */
function findNames(words: readonly Word[], current: string): string[] {
  return words.flatMap(({ text, isQuoted }, at) => {
    const isSign = !isQuoted && /^[.,(]$/.test(text)
    if (isSign || words[at + 1]?.text === '.') return []
    const schema = words[at - 1]?.text === '.' ? (words[at - 2]?.text ?? '') : current
    return [`${schema}.${text}`.toLowerCase()]
  })
}
