import { createHash, createHmac } from 'node:crypto'

export interface RequestToSign {
  readonly method: string
  readonly url: URL
  /** Signed as they are, with `host`; lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Hex SHA-256 of the body. */
  readonly bodyHash: string
}

export interface Signer {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  readonly service: string
}

/** The header `authorization` of AWS Signature Version 4. The path of the URL is signed as it is written. */
export function signRequest(request: RequestToSign, signer: Signer): string {
  const { method, url, bodyHash } = request
  const headers: Record<string, string> = { ...request.headers, host: url.host }
  const names = Object.keys(headers).toSorted()
  const stamp = headers['x-amz-date'] ?? ''
  const scope = [stamp.slice(0, 8), signer.region, signer.service, 'aws4_request']
  const canonical = [
    method,
    url.pathname,
    writeQuery(url),
    ...names.map(name => `${name}:${trim(headers[name] ?? '')}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', stamp, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<Buffer | string>((held, part) => hmac(held, part), `AWS4${signer.secretKey}`)
  const signature = hmac(key, text).toString('hex')
  const credential = `${signer.accessKey}/${scope.join('/')}`
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
}

/** Hex. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const trim = (value: string): string => value.trim().replace(/ +/g, ' ')

/** Pairs by name, then by value, in the order of their encoded bytes. */
const writeQuery = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => [encodePart(name), encodePart(value)] as const)
    .toSorted(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** RFC 3986: encodeURIComponent leaves five characters that are reserved there. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
