import { createHash, createHmac, randomUUID } from 'node:crypto'
import {
  type Adapter,
  type AdapterParts,
  Failure,
  isData,
  parseJson,
  toJson,
  toText,
  type Value,
} from '@sluice/contract'
import type { HttpRequest } from './http-request.ts'
import type { Secrets } from './secrets.ts'
import { wallText } from './window-text.ts'

/** What templates of an adapter may name: `param.x`, `app.x`, `auth.x`. */
export type AdapterValues = Readonly<Record<string, string>>

interface Tools {
  readonly secrets: Secrets
  /** Of `{{datetime}}`. */
  readonly timeZone: string
  now(): number
}

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g
const namesCalculation = (text: string): boolean => /\{\{\s*calc\./.test(text)

/** @throws Failure `params.invalid` at a name that this connector does not give */
export function fillValues(template: string, values: AdapterValues): string {
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return value
    throw new Failure({
      code: 'params.invalid',
      message: `The adapter names "${name}", which this connector does not have.`,
      field: name,
      advice: 'Correct the adapter, or give the connector this parameter.',
    })
  })
}

/**
 * The request with what an adapter adds. First what names no calculation, then the calculations in their order, then
 * the rest: a signature covers everything but itself.
 */
export function addParts(
  request: HttpRequest,
  parts: AdapterParts,
  known: AdapterValues,
  tools: Tools,
  bodyKind: 'json' | 'form' = 'json',
): HttpRequest {
  let values: AdapterValues = { ...known, ...momentValues(tools.now(), tools.timeZone) }
  let made = request
  for (const isSecond of [false, true]) {
    if (isSecond) values = calculate(made, parts, values, tools.secrets)
    const fill = (list: AdapterParts['query']) =>
      list
        .filter(each => namesCalculation(each.value) === isSecond)
        .map(({ name, value }) => [name, fillValues(value, values)] as const)
    // A request that asks by its address alone has no body to add to.
    const body = made.method === 'GET' ? [] : fill(parts.body)
    made = merge(made, { headers: fill(parts.headers), query: fill(parts.query), body }, bodyKind)
  }
  return made
}

function momentValues(nowMs: number, timeZone: string): AdapterValues {
  return {
    timestamp: String(Math.floor(nowMs / 1000)),
    timestampMs: String(Math.floor(nowMs)),
    datetime: wallText(nowMs, timeZone),
    nonce: randomUUID().replaceAll('-', ''),
  }
}

/** The request with its body as the far system wants it: as a form, or as one text in a field. */
export function wrapBody(request: HttpRequest, { bodyKind, bodyField }: Adapter['request']): HttpRequest {
  if (request.body === null || (bodyKind === 'json' && bodyField === '')) return request
  const pairs = bodyField === '' ? bodyPairs(request.body) : [[bodyField, request.body] as const]
  return merge(
    { ...request, headers: withoutType(request.headers), body: null },
    { headers: [], query: [], body: pairs },
    bodyKind,
  )
}

const withoutType = (headers: HttpRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'))

type Pairs = readonly (readonly [string, string])[]

function merge(
  request: HttpRequest,
  added: { readonly headers: Pairs; readonly query: Pairs; readonly body: Pairs },
  bodyKind: 'json' | 'form',
): HttpRequest {
  const url = new URL(request.url)
  for (const [name, value] of added.query) url.searchParams.set(name, value)
  const headers = { ...request.headers }
  for (const [name, value] of added.headers) {
    // One name in two spellings would be sent twice.
    for (const other of Object.keys(headers)) if (other.toLowerCase() === name.toLowerCase()) delete headers[other]
    headers[name] = value
  }
  if (added.body.length === 0) return { ...request, url, headers }
  const type = bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    ...request,
    url,
    headers: { 'content-type': type, ...headers },
    body: bodyKind === 'form' ? addToForm(request.body, added.body) : addToJson(request.body, added.body),
  }
}

function addToForm(body: string | null, added: Pairs): string {
  const form = new URLSearchParams(body ?? '')
  for (const [name, value] of added) form.set(name, value)
  return form.toString()
}

function addToJson(body: string | null, added: Pairs): string {
  const content = body === null ? {} : parseJson(body)
  if (isData(content)) return toJson({ ...content, ...Object.fromEntries(added) })
  throw new Failure({
    code: 'params.invalid',
    message: 'The adapter adds fields to the body, but the body of this request is no JSON object.',
    field: 'request.body',
    advice: 'Give the API asset a key under which its list stands, or add the fields to the query.',
  })
}

function calculate(request: HttpRequest, parts: AdapterParts, known: AdapterValues, secrets: Secrets): AdapterValues {
  if (parts.calculations.length === 0) return known
  const values: Record<string, string> = { ...known, ...partValues(request) }
  for (const each of parts.calculations) {
    const text = fillValues(each.text, values)
    const key = fillValues(each.key, values)
    const made = compute(each, text, key)
    // What can be turned back may hold a secret; from a digest of a short one it can be guessed back.
    if (each.function === 'base64' || each.function === 'urlEncode') secrets.add(made)
    else if (secrets.hide(text + key) !== text + key) secrets.addPassing(made)
    values[`calc.${each.name}`] = made
  }
  return values
}

function compute(
  { function: name, encoding }: AdapterParts['calculations'][number],
  text: string,
  key: string,
): string {
  if (name === 'base64') return Buffer.from(text).toString('base64')
  if (name === 'urlEncode') return encodeURIComponent(text)
  const [kind, algorithm] = name.startsWith('hmac-') ? ['hmac', name.slice(5)] : ['hash', name]
  const digest = (kind === 'hmac' ? createHmac(algorithm ?? '', key) : createHash(algorithm ?? '')).update(text)
  if (encoding === 'base64') return digest.digest('base64')
  const hex = digest.digest('hex')
  return encoding === 'HEX' ? hex.toUpperCase() : hex
}

/**
 * The request's own parts, for signatures: parameters sorted by name, as `a=1&b=2`, as `a1b2`, and with the characters
 * of name and value counted before them, as `01-a:0001-1;01-b:0001-2`.
 */
function partValues({ method, url, body }: HttpRequest): AdapterValues {
  const query = [...url.searchParams]
  const all = [...query, ...bodyPairs(body)]
  return {
    method,
    path: url.pathname,
    body: body ?? '',
    query: join(query, '=', '&'),
    queryJoined: join(query, '', ''),
    all: join(all, '=', '&'),
    allJoined: join(all, '', ''),
    allSized: sortByName(all)
      .map(pair => pair.map((text, at) => `${String([...text].length).padStart(at === 0 ? 2 : 4, '0')}-${text}`))
      .map(([name, value]) => `${name}:${value}`)
      .join(';'),
  }
}

/** Top fields of the body; one that is no text counts as its JSON. */
function bodyPairs(body: string | null): [string, string][] {
  if (body === null) return []
  let content: Value
  try {
    content = parseJson(body)
  } catch {
    return [...new URLSearchParams(body)]
  }
  if (!isData(content)) return []
  return Object.entries(content).map(([name, value]) => [
    name,
    isData(value) || Array.isArray(value) ? toJson(value) : toText(value),
  ])
}

const sortByName = (pairs: readonly [string, string][]): [string, string][] =>
  pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

const join = (pairs: readonly [string, string][], between: string, after: string): string =>
  sortByName(pairs)
    .map(([name, value]) => `${name}${between}${value}`)
    .join(after)
