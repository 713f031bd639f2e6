import type { Param, ParamValues } from '@sluice/contract'
import type { ReadConnection } from './connection-found.ts'

/** Longer than any that is meant. */
const MAX_LENGTH = 16_000
/** Headers that say who calls; and parameters of an address that do. */
const SECRET = /key|token|secret|sign|auth|appid|app-id|session|ticket/i
/** Set by the product itself for each request. */
const OWN =
  /^(?:accept|accept-encoding|accept-language|content-type|content-length|user-agent|host|connection|origin|referer|cache-control|pragma|sec-.*)$/i
/** How the form calls one to four keys at once. */
const KINDS = ['apiKey', 'apiKeys', 'apiKeys3', 'apiKeys4'] as const
const KEY_FIELDS = ['api_key', 'second_key', 'third_key', 'fourth_key'] as const

interface Call {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly user: string | null
  readonly hasBody: boolean
}

/** Takes a cURL command, or an address, apart for the parameters of an HTTP connector. */
export function readCurl(params: readonly Param[], text: string): ReadConnection {
  const call = text.length > MAX_LENGTH ? null : readCall(text.trim())
  const url = call && URL.canParse(call.url) ? new URL(call.url) : null
  if (!call || !url || !/^https?:$/.test(url.protocol)) return { kind: 'unreadable' }
  const keys: (readonly [place: 'header' | 'query', name: string, value: string])[] = []
  const left: string[] = []
  const values: Record<string, ParamValues[string]> = { base_url: url.origin }
  if (call.user !== null || url.username !== '') Object.assign(values, readUser(call.user ?? decodeUser(url)))
  for (const [name, value] of call.headers) {
    const [, scheme, credential = ''] = /^(bearer|basic)\s+(\S+)$/i.exec(value.trim()) ?? []
    if (/^authorization$/i.test(name) && scheme !== undefined)
      Object.assign(
        values,
        /^bearer$/i.test(scheme) ? { auth: 'bearer', token: credential } : readUser(atobSafe(credential)),
      )
    else if (SECRET.test(name)) keys.push(['header', name, value])
    else if (!OWN.test(name)) left.push(name)
  }
  for (const [name, value] of [...url.searchParams])
    if (SECRET.test(name)) {
      keys.push(['query', name, value])
      url.searchParams.delete(name)
    }
  takeKeys(keys, values, left)
  if (call.hasBody) left.push('body')
  const path = `${url.pathname}${url.search}`
  // It is called by GET when the connection is tested.
  if (path !== '/' && !call.hasBody) values['test_path'] = path
  const known = new Set(params.map(({ field }) => field))
  const untaken = Object.keys(values).filter(field => !known.has(field))
  return {
    kind: 'read',
    values: Object.fromEntries(Object.entries(values).filter(([field]) => known.has(field))),
    left: [...left, ...untaken],
  }
}

function takeKeys(
  keys: readonly (readonly [place: string, name: string, value: string])[],
  values: Record<string, ParamValues[string]>,
  left: string[],
): void {
  // What signs in already is enough; a key beside it has no field.
  const taken = values['auth'] === undefined ? keys.slice(0, KEY_FIELDS.length) : []
  left.push(...keys.slice(taken.length).map(([, name]) => name))
  const kind = KINDS[taken.length - 1]
  if (kind === undefined) return
  values['auth'] = kind
  for (const [at, [place, name, value]] of taken.entries()) {
    const field = KEY_FIELDS[at] ?? ''
    values[`${field}_place`] = place
    values[`${field}_name`] = name
    values[field] = value
  }
}

function readUser(text: string) {
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(text) ?? []
  return { auth: 'basic', username, password }
}

const decodeUser = (url: URL): string => `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`

function atobSafe(text: string): string {
  try {
    return atob(text)
  } catch {
    return text
  }
}

function readCall(text: string): Call | null {
  if (!/^curl(?:\.exe)?\s/i.test(text))
    return /\s/.test(text) ? null : { url: text, headers: [], user: null, hasBody: false }
  const words = splitWords(text)
  if (words === null) return null
  const call = { url: '', headers: [] as (readonly [string, string])[], user: null as string | null, hasBody: false }
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const [option, joined] = splitOption(word)
    const value = () => joined ?? words[++at] ?? ''
    if (option === '-H' || option === '--header') call.headers.push(splitHeader(value()))
    else if (option === '-u' || option === '--user') call.user = value()
    else if (option === '-d' || /^--(?:data|json|form)/.test(option) || option === '-F') {
      value()
      call.hasBody = true
    } else if (option === '--url') call.url = value()
    else if (TAKES_VALUE.test(option)) value()
    else if (!option.startsWith('-')) call.url ||= word
  }
  return call
}

const TAKES_VALUE =
  /^(?:-[XAebomxc]|--(?:request|user-agent|referer|cookie|output|max-time|proxy|cookie-jar|connect-timeout|retry))$/

/** `-XPOST` and `--url=…` hold their value themselves. */
function splitOption(word: string): readonly [string, string | undefined] {
  const [, long, value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? []
  if (long !== undefined) return [long, value]
  return /^-[HudFXAebomxc]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [word, undefined]
}

function splitHeader(text: string): readonly [string, string] {
  const at = text.indexOf(':')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** A word of a shell: parts in single or double quotes, escaped letters, and the rest, without blanks between. */
const PART = /'([^']*)'|\$'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\\([\s\S])|\^(?:\r?\n)|([^\s'"\\]+)/gy

function splitWords(text: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let at = 0
  while (at < text.length) {
    const [gap = ''] = /^\s+/.exec(text.slice(at, at + 100)) ?? []
    if (gap !== '') {
      if (word !== null) words.push(word)
      word = null
      at += gap.length
      continue
    }
    PART.lastIndex = at
    const match = PART.exec(text)
    if (!match) return null
    at = PART.lastIndex
    const [, single, ansi, double, escaped, bare] = match
    const added = single ?? (ansi ?? double)?.replace(/\\([\s\S])/g, '$1') ?? bare
    // A line that goes on behind a backslash is one.
    if (added !== undefined) word = (word ?? '') + added
    else if (escaped !== undefined && escaped !== '\n' && escaped !== '\r') word = (word ?? '') + escaped
  }
  return word === null ? words : [...words, word]
}
