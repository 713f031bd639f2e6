import { findJsonProblem } from '@sluice/contract'
import { YAMLParseError } from 'yaml'

/** Neither parser finds a place in what is only too much. */
const TOO_MUCH = 'The text repeats or nests itself too far to be read.'

/** Where a text stops being JSON and what stands there, as one sentence that the catalogues know. */
export function explainJson(text: string): string {
  const offset = findJsonProblem(text)
  if (offset === null) return TOO_MUCH
  const { line, column, found, isEnd } = look(text, offset)
  if (isEnd) return `The JSON ends at line ${line}, column ${column} before it is complete.`
  // Only inside of a text a line break is wrong.
  if (found === '') return `Line ${line} ends at column ${column} inside of a text whose closing quote is missing.`
  return `Line ${line}, column ${column} is not JSON: ${found}`
}

/** The same for YAML and the error of its parser. */
export function explainYaml(text: string, error: unknown): string {
  const offset = findYamlProblem(text, error)
  if (offset === null) return TOO_MUCH
  const { line, column, found, isEnd } = look(text, offset)
  const code = error instanceof YAMLParseError ? error.code : null
  if (isEnd) return `The YAML ends at line ${line}, column ${column} before it is complete.`
  if (code === 'TAB_AS_INDENT') return `Line ${line} is indented by a tab; YAML is indented by blanks.`
  if (code === 'DUPLICATE_KEY') return `Line ${line} has a name for the second time: ${found}`
  if (code === 'BAD_INDENT' || code === 'MISSING_CHAR')
    return `Line ${line} does not fit what is above it; look at its indentation and for an open bracket or quote: ${found}`
  return `Line ${line}, column ${column} is not YAML: ${found}`
}

/** An alias without its anchor is met after the parser is through. */
function findYamlProblem(text: string, error: unknown): number | null {
  if (error instanceof YAMLParseError) return error.pos[0]
  const alias = error instanceof ReferenceError ? /^Unresolved alias .*: (.+)$/.exec(error.message)?.[1] : undefined
  const offset = alias === undefined ? -1 : text.indexOf(`*${alias}`)
  return offset < 0 ? null : offset
}

/** Characters that are shown of what is wrong. */
const SHOWN = 30

function look(text: string, offset: number) {
  const bare = text.trimEnd()
  const isEnd = offset >= bare.length
  const before = text.slice(0, isEnd ? bare.length : offset).split('\n')
  const [rest = ''] = text.slice(offset).split(/\r?\n/)
  const found = [...rest].slice(0, SHOWN).join('')
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    found: found.replace(/[\u0000-\u001f]/g, letter => JSON.stringify(letter).slice(1, -1)),
    isEnd,
  }
}
