import { Failure } from '@sluice/contract'

const QUOTES: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }
const quotesOf: Readonly<Record<ConditionDialect, string>> = {
  postgresql: `'"`,
  mysql: `'"\``,
  sqlite: `'"\`[`,
  sqlserver: `'"[`,
  oracle: `'"`,
}

/** Whose quotes a condition has. */
export type ConditionDialect = 'postgresql' | 'mysql' | 'sqlite' | 'sqlserver' | 'oracle'

/**
 * A condition a user wrote, checked before it is placed in brackets behind WHERE: one expression, no second statement,
 * no comment, brackets and quotes closed. What it may do is limited by the read-only transaction around it.
 * @throws Failure `source.condition`
 */
export function checkCondition(text: string, dialect: ConditionDialect): string {
  let depth = 0
  let at = 0
  while (at < text.length) {
    const next = skipQuoted(text, at, dialect)
    if (next > at) {
      at = next
      continue
    }
    refuseAt(text, at, dialect)
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth < 0) refuse('closes a bracket that it did not open')
    at += 1
  }
  if (depth !== 0) refuse('leaves a bracket open')
  return text.trim()
}

function refuseAt(text: string, at: number, dialect: ConditionDialect): void {
  const two = text.slice(at, at + 2)
  if (text[at] === ';') refuse('holds more than one statement (a ";" outside quotes)')
  if (two === '--' || two === '/*' || (text[at] === '#' && dialect === 'mysql')) refuse('holds a comment')
  if (text[at] === '\0') refuse('holds the character U+0000')
  // `\` outside quotes has no meaning in a condition and opens client tricks.
  if (text[at] === '\\') refuse('holds a backslash outside quotes')
}

/** Index behind the quoted piece that begins here, or `at` when none does. */
function skipQuoted(text: string, at: number, dialect: ConditionDialect): number {
  const open = text[at] ?? ''
  if (open === '$' && dialect === 'postgresql') return skipDollar(text, at)
  const close = quotesOf[dialect].includes(open) ? QUOTES[open] : undefined
  if (close === undefined) return at
  if (dialect === 'oracle' && open === "'" && /(?:^|[^\w$#])n?q$/i.test(text.slice(0, at)))
    refuse("writes a text as q'…'; write it in plain quotes")
  const hasEscapes =
    dialect === 'mysql'
      ? open !== '`'
      : dialect === 'postgresql' && open === "'" && /(?:^|[^\w$\u0080-\uffff])e$/i.test(text.slice(0, at))
  for (let index = at + 1; index < text.length; index += 1) {
    if (hasEscapes && text[index] === '\\') index += 1
    else if (text[index] === close && text[index + 1] === close && (close !== ']' || dialect === 'sqlserver'))
      index += 1
    else if (text[index] === close) {
      // PostgreSQL reads on, with the escapes of the first piece.
      if (dialect === 'postgresql' && /^[^\S\r\n]*[\r\n]\s*'/.test(text.slice(index + 1)))
        refuse('writes one text in two pieces')
      return index + 1
    }
  }
  return refuse('leaves a quote open')
}

/** PostgreSQL's $tag$ … $tag$. A `$` inside a name, of whatever letters, or `$1` opens nothing. */
function skipDollar(text: string, at: number): number {
  if (/[\w$\u0080-\uffff]/.test(text[at - 1] ?? '')) return at
  const tag = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(text.slice(at, at + 70))?.[0]
  if (tag === undefined) return at
  const end = text.indexOf(tag, at + tag.length)
  return end < 0 ? refuse('leaves a quote open') : end + tag.length
}

function refuse(what: string): never {
  throw new Failure({
    code: 'source.condition',
    field: 'where',
    message: `The condition ${what}.`,
    advice: 'Write one condition as it stands behind WHERE, without comments and without ";".',
  })
}
