import { refuse } from '../../../../http/refuse.ts'
import { type SeenRequest, toAsset } from './parse-request.ts'
import type { ParsedSet } from './parsed-set.ts'
import { refuseKind } from './refuse-kind.ts'

const DATA = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'])
/** Options whose value is of no concern here. */
const VALUED = new Set([
  '-o',
  '--output',
  '-A',
  '--user-agent',
  '-e',
  '--referer',
  '-b',
  '--cookie',
  '-m',
  '--max-time',
  '--connect-timeout',
  '-x',
  '--proxy',
  '--cacert',
  '--cert',
  '--key',
  '-w',
  '--retry',
  '-u',
  '--user',
  '--oauth2-bearer',
])

/** One curl command, as browsers and manuals write it. @throws Failure `invalid.importCurl` without an address */
export function parseCurl(text: string): ParsedSet {
  const words = splitWords(text)
  const headers: [string, string][] = []
  const data: string[] = []
  let method = ''
  let url = ''
  let isGet = false
  const warnings: string[] = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? ''
    const [option, joined] = /^--[a-z0-9-]+=/.test(word)
      ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]
      : [word, null]
    const value = (): string => joined ?? words[++at] ?? ''
    if (option === '-X' || option === '--request') method = value()
    else if (option === '-H' || option === '--header') headers.push(splitHeader(value()))
    else if (option === '--url') url = value()
    else if (option === '-G' || option === '--get') isGet = true
    else if (DATA.has(option)) data.push(value())
    else if (VALUED.has(option)) {
      if (/^(-u|--user|--oauth2-bearer|-b|--cookie)$/.test(option)) warnings.push(option)
      value()
    } else if (/^-X\w+$/.test(option)) method = option.slice(2)
    else if (!option.startsWith('-') && url === '') url = option
  }
  if (url === '') throw refuseKind('curl')
  const body = isGet ? '' : data.join('&')
  const address = isGet && data.length > 0 ? `${url}${url.includes('?') ? '&' : '?'}${data.join('&')}` : url
  const verb = method || (body === '' ? 'GET' : 'POST')
  return toSet({ method: verb, url: address, headers, body }, warnings)
}

/** An address as somebody copied it from a browser or a manual. @throws Failure `invalid.import` where it is none */
export function parseAddress(url: string): ParsedSet {
  if (!URL.canParse(url)) throw refuse('invalid.import', { field: 'text', value: url.slice(0, 200) })
  const { username } = new URL(url)
  return toSet({ method: 'GET', url, headers: [], body: '' }, username === '' ? [] : [`${username}:…@`])
}

/** One interface; its address is that of the connector. */
function toSet(seen: Omit<SeenRequest, 'name'>, warnings: readonly string[]): ParsedSet {
  const path = seen.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/)[0] || '/'
  const made = toAsset({ ...seen, name: `${seen.method} ${path}`.slice(0, 100) })
  const title = /^https?:/i.test(seen.url) && URL.canParse(seen.url) ? new URL(seen.url).origin : ''
  return {
    title,
    base: { origin: title, path: '' },
    items: [{ group: '', doc: made.doc, warnings: [...warnings, ...made.warnings] }],
    skipped: [],
  }
}

function splitHeader(text: string): [string, string] {
  const at = text.indexOf(':')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Words of a shell line: single, double and $'…' quotes, and lines that go on. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  const source = text
    .trim()
    .replace(/^\$\s+/, '')
    .replace(/[\\^`]\r?\n/g, ' ')
  let word = ''
  let quote = ''
  let isOpen = false
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? ''
    if (quote === '' && /\s/.test(letter)) {
      if (isOpen) words.push(word)
      word = ''
      isOpen = false
    } else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter
      isOpen = true
    } else if (quote === '' && letter === '$' && source[at + 1] === "'") {
      quote = '$'
      isOpen = true
      at++
    } else if (letter === (quote === '$' ? "'" : quote) && quote !== '') quote = ''
    else if (letter === '\\' && quote !== "'") {
      word += unquote(source[++at] ?? '', quote)
      isOpen = true
    } else {
      word += letter
      isOpen = true
    }
  }
  if (isOpen) words.push(word)
  return words
}

function unquote(letter: string, quote: string): string {
  if (quote === '$') return { n: '\n', t: '\t', r: '\r' }[letter] ?? letter
  // Within double quotes only these are escaped; before others the backslash stays.
  return quote === '"' && !/["\\$`\n]/.test(letter) ? `\\${letter}` : letter
}
