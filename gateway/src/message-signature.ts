import { createHash } from 'node:crypto'
import type { RawCall } from './raw-call.ts'
import { Refusal } from './refusal.ts'

/** HTTP Message Signatures (RFC 9421) with `hmac-sha256`, as they stand in the header. */
export interface MessageSignature {
  readonly covered: readonly string[]
  /** What was signed of Signature-Input: the covered components with their parameters. */
  readonly params: string
  readonly keyId: string
  readonly nonce: string
  readonly created: number
  /** In seconds; null: none was named. */
  readonly expires: number | null
  readonly signature: Buffer
}

type Head = Omit<RawCall, 'body'>

export const messageHeaders = ['signature-input', 'signature'] as const

// Structured fields (RFC 9651), of which each has one canonical spelling; another one is none.
const INPUT =
  /^([a-z*][a-z0-9_.*-]*)=(\(((?:"[^"\\]+"(?: "[^"\\]+")*)?)\)((?:;[a-z*][a-z0-9_.*-]*=(?:\d{1,15}|"[^"\\]*"))*))$/
const SIGNATURE = /^([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]{43}=):$/
const DIGEST = /^([a-z*][a-z0-9_.*-]*)=:((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?):$/
const PRINTED = /^[\x20-\x7e]*$/
const FIELD = /^[a-z0-9!#$%&'*+.^_`|~-]+$/

/** Of one signature with the names and numbers it must have. @throws Refusal */
export function readMessageSignature(headers: Head['headers']): MessageSignature {
  const { label, params, covered, values } = readInput(readSingle(headers, 'signature-input'))
  const [, signedLabel, text = ''] = SIGNATURE.exec(readSingle(headers, 'signature')) ?? []
  const signature = Buffer.from(text, 'base64')
  // The last letter has bits that mean nothing: one signature would have four spellings.
  if (signedLabel !== label || signature.toString('base64') !== text) throw new Refusal('auth', 'auth')
  const [keyId, nonce] = [readText(values, 'keyid'), readText(values, 'nonce')]
  if (values.has('alg') && readText(values, 'alg') !== 'hmac-sha256') throw new Refusal('auth', 'auth')
  if (!/^[\w.+/=-]{8,64}$/.test(nonce)) throw new Refusal('auth', 'auth')
  const expires = values.has('expires') ? readWhole(values, 'expires') : null
  return { covered, params, keyId, nonce, created: readWhole(values, 'created'), expires, signature }
}

/** One that came twice may mean another thing to whoever stands between. @throws Refusal */
function readSingle(headers: Head['headers'], name: string): string {
  const [text, ...more] = headers[name] ?? []
  if (text === undefined || more.length > 0 || !PRINTED.test(text)) throw new Refusal('auth', 'auth')
  return text
}

const PARAMETERS = ['created', 'expires', 'nonce', 'alg', 'keyid', 'tag']

/** @throws Refusal */
export function readInput(text: string) {
  const [, label, params, list, tail] = INPUT.exec(text) ?? []
  if (label === undefined || params === undefined || list === undefined || tail === undefined)
    throw new Refusal('auth', 'auth')
  const covered = [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
  const pairs = [...tail.matchAll(/;([^=]+)=("[^"]*"|\d+)/g)].map(([, name = '', value = '']) => [name, value] as const)
  const values = new Map(pairs)
  const isPlain = values.size === pairs.length && new Set(covered).size === covered.length
  if (!isPlain || pairs.some(([name]) => !PARAMETERS.includes(name))) throw new Refusal('auth', 'auth')
  return { label, params, covered, values }
}

/** @throws Refusal that names what is not signed */
function readText(values: ReadonlyMap<string, string>, name: string): string {
  const value = values.get(name)
  if (value === undefined) throw new Refusal('auth', 'covered', { value: name })
  if (!value.startsWith('"')) throw new Refusal('auth', 'auth')
  return value.slice(1, -1)
}

/** @throws Refusal that names what is not signed */
function readWhole(values: ReadonlyMap<string, string>, name: string): number {
  const value = values.get(name)
  if (value === undefined) throw new Refusal('auth', 'covered', { value: name })
  if (!/^\d{1,10}$/.test(value)) throw new Refusal('auth', 'auth')
  return Number(value)
}

/** The call as it came: method, the whole address, and the body by its digest. @throws Refusal that names what is missing */
export function requireCovered({ covered }: MessageSignature, { body }: Pick<RawCall, 'body'>): void {
  const address = covered.includes('@target-uri') ? [] : ['@path', '@query']
  const wanted = ['@method', ...address, ...(body.length > 0 ? ['content-digest'] : [])]
  const missing = wanted.find(name => !covered.includes(name))
  if (missing !== undefined) throw new Refusal('auth', 'covered', { value: missing })
}

/** Content-Digest (RFC 9530) against the bytes that came. @throws Refusal */
export function requireDigest({ headers, body }: Pick<RawCall, 'headers' | 'body'>): void {
  const members = readSingle(headers, 'content-digest')
    .split(/[ \t]*,[ \t]*/)
    .map(member => DIGEST.exec(member))
  const digests = new Map(members.map(found => [found?.[1], found?.[2]]))
  const wanted = createHash('sha256').update(body).digest('base64')
  if (digests.has(undefined) || digests.size !== members.length || digests.get('sha-256') !== wanted)
    throw new Refusal('auth', 'auth')
}

/** What is signed: a line for each covered component, then what they were. @throws Refusal */
export function writeSignatureBase(call: Head, { covered, params }: Pick<MessageSignature, 'covered' | 'params'>) {
  const lines = covered.map(name => `"${name}": ${readComponent(call, name)}`)
  return [...lines, `"@signature-params": ${params}`].join('\n')
}

/** @throws Refusal of one that the call has not, or that nobody can name */
function readComponent({ method, url, scheme, authority, headers }: Head, name: string): string {
  const host = authority.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, '')
  const at = url.indexOf('?')
  if (name === '@method') return method
  if (name === '@scheme') return scheme
  if (name === '@authority') return host
  if (name === '@target-uri') return `${scheme}://${host}${url}`
  if (name === '@request-target') return url
  if (name === '@path') return at < 0 ? url : url.slice(0, at)
  if (name === '@query') return at < 0 ? '?' : url.slice(at)
  const all = headers[name] ?? []
  const value = all.map(text => text.trim()).join(', ')
  if (!FIELD.test(name) || all.length === 0 || !PRINTED.test(value))
    throw new Refusal('auth', 'covered', { value: name })
  return value
}
