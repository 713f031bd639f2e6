import { CallError } from './expression-calls.ts'
import { callableNames, methodNames } from './expression-names.ts'

/**
 * What people of SQL and of spreadsheets write, as CEL has it: names of functions in any case, `CASE … WHEN … THEN … ELSE … END`.
 * Every replacement is as long as what it replaces, so places in the result are places in the source.
 * @throws CallError for a CASE whose parts are not in order
 */
export function toCel(source: string): string {
  if (!/[\p{L}\p{N}_]\s*\(|\bcase\b/iu.test(source)) return source
  const tokens = Array.from(source.matchAll(TOKEN), ({ 0: text, index }): Token => ({ text, from: index }))
  const characters = source.split('')
  for (const [at, token] of tokens.entries()) renameCall(tokens, at, token, characters)
  if (/\bcase\b/i.test(source)) for (const found of findCases(tokens)) writeCase(found, characters)
  return characters.join('')
}

interface Token {
  readonly text: string
  readonly from: number
}

// Comments and texts first, so that nothing inside them counts.
const TOKEN =
  /\/\/[^\n]*|[bB]?[rR]?(?:"""(?:[^\\]|\\.)*?"""|'''(?:[^\\]|\\.)*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|[A-Za-z_]\w*|[^\s]/gs

const isWord = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text)

function renameCall(tokens: readonly Token[], at: number, { text, from }: Token, characters: string[]): void {
  if (tokens[at + 1]?.text !== '(' || !isWord(text)) return
  const names = tokens[at - 1]?.text === '.' ? methodNames : callableNames
  const known = names.get(text.toLowerCase())
  const name = known === 'has' && endsInBracket(tokens, at + 1) ? 'Has' : known
  if (name !== undefined) put(characters, from, name)
}

/** `has(row["…"])`: what stands last in the brackets is a name in brackets. */
function endsInBracket(tokens: readonly Token[], from: number): boolean {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const { text } = tokens[at]! // within
    if ('([{'.includes(text)) depth++
    else if (')]}'.includes(text) && --depth === 0) return tokens[at - 1]?.text === ']'
  }
  return false
}

function put(characters: string[], from: number, text: string): void {
  for (const [offset, character] of text.split('').entries()) characters[from + offset] = character
}

interface Case {
  readonly start: Token
  /** What stands between CASE and the first WHEN is compared with each. */
  isSimple: boolean
  readonly marks: { readonly token: Token; readonly word: Keyword }[]
}

type Keyword = 'WHEN' | 'THEN' | 'ELSE' | 'END'
const KEYWORDS: ReadonlySet<string> = new Set(['WHEN', 'THEN', 'ELSE', 'END'])

/** A frame stands for a bracket, or for a CASE that is open. */
type Frame = Case | null

function findCases(tokens: readonly Token[]): Case[] {
  const done: Case[] = []
  const open: Frame[] = []
  for (const [at, token] of tokens.entries()) {
    const { text } = token
    if ('([{'.includes(text)) open.push(null)
    else if (')]}'.includes(text)) closeBracket(open)
    if (!isWord(text) || tokens[at - 1]?.text === '.') continue
    const word = text.toUpperCase()
    if (word === 'CASE' && tokens[at + 1]?.from !== token.from + 4)
      open.push({ start: token, isSimple: false, marks: [] })
    const frame = open.at(-1)
    if (!frame || !KEYWORDS.has(word)) continue
    if (frame.marks.length === 0) frame.isSimple = tokens[at - 1] !== frame.start
    requireOrder(frame, word as Keyword, token)
    frame.marks.push({ token, word: word as Keyword })
    if (word === 'END') {
      open.pop()
      done.push(frame)
    }
  }
  closeBracket(open)
  return done
}

/** A CASE without WHEN is a name of somebody's; one with it lacks its end. */
function closeBracket(open: Frame[]): void {
  for (let frame = open.pop(); frame; frame = open.pop()) if (frame.marks.length > 0) throw wrongCase(frame.start)
}

const FOLLOWERS: Readonly<Record<'' | Keyword, readonly Keyword[]>> = {
  '': ['WHEN'],
  WHEN: ['THEN'],
  THEN: ['WHEN', 'ELSE', 'END'],
  ELSE: ['END'],
  END: [],
}

function requireOrder(frame: Case, word: Keyword, token: Token): void {
  if (!FOLLOWERS[frame.marks.at(-1)?.word ?? ''].includes(word)) throw wrongCase(token)
}

const wrongCase = ({ from, text }: Token): CallError =>
  new CallError('A CASE is written: CASE WHEN condition THEN value ELSE value END.', {
    start: from,
    end: from + text.length,
  })

/** `case` takes conditions; `CASE`, which nobody can write, what is compared. */
function writeCase({ start, isSimple, marks }: Case, characters: string[]): void {
  put(characters, start.from, isSimple ? 'CASE' : 'case')
  if (isSimple) put(characters, start.from + 4, '(')
  for (const [at, { token, word }] of marks.entries()) {
    const sign = word === 'END' ? ')' : at === 0 && !isSimple ? '(' : ','
    put(characters, token.from, sign.padEnd(token.text.length))
  }
}
