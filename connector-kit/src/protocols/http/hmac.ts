import { createHash, createHmac } from 'node:crypto'

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
