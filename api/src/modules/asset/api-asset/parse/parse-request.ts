import { type ApiAssetInput, type AssetField, assetMethods, isData, parseJson, type Value } from '@sluice/contract'
import { inferAssetFields } from '@sluice/engine'
import { guessId, guessPaging, isReading } from './guess.ts'

/** A request as a tool wrote it down. */
export interface SeenRequest {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

const SIGN_IN = /^(authorization|cookie|x-api-key|api-key|x-auth-token|x-access-token|token|apikey)$/i
const PLAIN =
  /^(accept|content-type|content-length|host|user-agent|connection|accept-encoding|postman-token|cache-control)$/i

/** One request that works, as an interface: what it sends becomes parameters with defaults. */
export function toAsset(seen: SeenRequest): { readonly doc: ApiAssetInput; readonly warnings: string[] } {
  const warnings: string[] = []
  const method = assetMethods.find(each => each === seen.method.toUpperCase()) ?? 'GET'
  const { path, query } = splitUrl(seen.url)
  const request: AssetField[] = query.map(([field, value]) => ({
    field,
    type: 'string',
    place: 'query',
    ...fallback(value, warnings),
  }))
  for (const [field, value] of seen.headers) {
    if (PLAIN.test(field)) continue
    if (SIGN_IN.test(field)) warnings.push(field)
    else request.push({ field, type: 'string', place: 'header', ...fallback(value, warnings) })
  }
  for (const [, field] of path.matchAll(/\{([\w.-]+)\}/g))
    request.push({ field: field ?? '', type: 'string', place: 'path', is_required: true })
  const body = readBody(seen.body, warnings)
  if (isReading(method, path)) {
    const all = [...request, ...withDefaults(body)]
    const place = method === 'GET' ? 'query' : 'body'
    const pagination = guessPaging(all, place) ?? {}
    return { doc: { name: seen.name, type: 'QUERY', method, api: path, request: all, pagination }, warnings }
  }
  const fields = bodyFields(body)
  const fromRecord = request.filter(field => field.place === 'path')
  const others = request.filter(field => field.place !== 'path')
  const isList = Array.isArray(body)
  return {
    doc: {
      name: seen.name,
      type: 'EXECUTE',
      method,
      api: path,
      id: guessId(fields),
      request: [...fromRecord, ...fields],
      otherRequest: others,
      ...(isList ? { write: { isList: true, rows: 100 } } : {}),
    },
    warnings,
  }
}

/** Path and query; a variable before the path is the connector's address. */
function splitUrl(url: string): { readonly path: string; readonly query: [string, string][] } {
  const bare = url
    .trim()
    .replace(/^\{\{[^}]+\}\}/, '')
    .replace(/^[a-z]+:\/\/[^/?#]*/i, '')
    .replace(/#.*$/, '')
  const [path = '', search = ''] = [bare.split('?')[0], bare.split('?').slice(1).join('?')]
  const named = (path === '' ? '/' : path.startsWith('/') ? path : `/${path}`)
    .replace(/:([A-Za-z_]\w*)/g, '{$1}')
    .replace(/\{\{\s*([\w.-]+)\s*\}\}/g, '{$1}')
  return { path: named, query: [...new URLSearchParams(search)] }
}

/** A tool's own variable means nothing here. */
function fallback(value: string, warnings: string[]): { default?: string } {
  if (!value.includes('{{')) return value === '' ? {} : { default: value }
  warnings.push(value)
  return {}
}

function readBody(text: string, warnings: string[]): Value | undefined {
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch {
    warnings.push(text.slice(0, 60))
    return undefined
  }
}

const bodyFields = (body: Value | undefined): AssetField[] =>
  body === undefined ? [] : inferAssetFields(Array.isArray(body) ? body : [body])

/** Fields of a body, each with what the request sent. */
function withDefaults(body: Value | undefined): AssetField[] {
  if (!isData(body)) return []
  return bodyFields(body).map(field => {
    const value = body[field.field]
    const text = value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
    const isNest = field.type === 'array' || field.type === 'object'
    return {
      ...field,
      place: 'body' as const,
      ...(isNest && field.fields === undefined ? { type: 'json' as const } : {}),
      ...(text === '' ? {} : { default: text }),
    }
  })
}
