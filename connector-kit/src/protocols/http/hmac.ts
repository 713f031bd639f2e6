import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { WebhookAuth } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'

export interface SignedRequest {
  readonly method: string
  readonly url: URL
  readonly body: string
  readonly appKey: string
  readonly timestamp: string
  readonly nonce: string
}

/** Lower-case hex HMAC-SHA256 of the canonical text. */
export const signRequest = (request: SignedRequest, appSecret: string): string =>
  createHmac('sha256', appSecret).update(writeCanonical(request)).digest('hex')

/** METHOD, path, sorted query, app key, timestamp, nonce, SHA-256 of the body in hex; seven lines joined by \n. */
export function writeCanonical({ method, url, body, appKey, timestamp, nonce }: SignedRequest): string {
  const bodyHash = createHash('sha256').update(body).digest('hex')
  return [method.toUpperCase(), url.pathname, sortQuery(url), appKey, timestamp, nonce, bodyHash].join('\n')
}

/** `name=value` pairs percent-encoded by RFC 3986, sorted by name, then by value. */
function sortQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

// encodeURIComponent leaves these five, which RFC 3986 reserves.
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Headers that sign an event. A request without an id of its own gets one. */
export function signWebhook(
  { style, secret }: WebhookAuth,
  { headers, body }: HttpRequest,
  nowMs: number,
): Record<string, string> {
  const text = body ?? ''
  if (style === 'hub')
    return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}` }
  const id = headers['webhook-id'] ?? randomUUID()
  const seconds = String(Math.floor(nowMs / 1000))
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}
