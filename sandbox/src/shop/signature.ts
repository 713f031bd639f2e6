import { createHash, createHmac } from 'node:crypto'

export interface SignedParts {
  readonly method: string
  readonly path: string
  /** As sent, without the question mark. */
  readonly query: string
  readonly appKey: string
  /** Epoch milliseconds (13 digits) or seconds (10), as sent in X-Timestamp. */
  readonly timestamp: string
  readonly nonce: string
  readonly body: string | Buffer
}

/** HMAC-SHA256 over the canonical text, in lower-case hex: the value of X-Sign. */
export const sign = (parts: SignedParts, appSecret: string): string =>
  createHmac('sha256', appSecret).update(writeCanonicalRequest(parts)).digest('hex')

/** Seven lines joined by \n: METHOD, path, sorted query, app key, timestamp, nonce, SHA-256 of the body in hex. */
export function writeCanonicalRequest(parts: SignedParts): string {
  const bodyHash = createHash('sha256').update(parts.body).digest('hex')
  const { path, appKey, timestamp, nonce } = parts
  return [parts.method.toUpperCase(), path, sortQuery(parts.query), appKey, timestamp, nonce, bodyHash].join('\n')
}

/** `name=value` pairs, percent-encoded as RFC 3986 has it, sorted by name and then value, joined by &. */
function sortQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => order(nameA, nameB) || order(valueA, valueB))
    .map(pair => pair.join('='))
    .join('&')
}

// encodeURIComponent leaves these five, RFC 3986 reserves them.
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
