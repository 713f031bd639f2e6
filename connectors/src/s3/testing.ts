import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import aws4 from 'aws4'

interface StoredObject {
  readonly bytes: Buffer
  readonly modifiedMs: number
}

/**
 * What the next request meets. slow: 503 SlowDown; cut: half of the answer, then the line breaks; lost: done, and the
 * line breaks before the answer; silent: no answer at all; page: a web page.
 */
type Fault = 'slow' | 'cut' | 'lost' | 'silent' | 'page' | 'none'

/** A store that speaks S3 for tests; signatures are checked by another implementation than ours. */
export interface S3Server {
  readonly url: string
  readonly objects: Map<string, StoredObject>
  /** Requests answered or cut, in order: `GET bucket/key`. */
  readonly requests: string[]
  readonly faults: Fault[]
  /** What the key may not do. */
  readonly denied: Set<'list' | 'read' | 'write'>
  put(key: string, content: string | Buffer, modifiedMs?: number): void
  close(): Promise<void>
}

export interface S3Account {
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

const PAGE = 1000

export async function startS3(account: S3Account): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const state = { requests: [] as string[], faults: [] as Fault[], denied: new Set<'list' | 'read' | 'write'>() }
  const server = createServer((req, res) => {
    void readBody(req).then(body => answer({ ...state, account, objects }, { req, res, body }))
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    ...state,
    url: `http://127.0.0.1:${port}`,
    objects,
    put: (key, content, modifiedMs = Date.now()) =>
      void objects.set(key, { bytes: Buffer.from(content), modifiedMs: Math.floor(modifiedMs / 1000) * 1000 }),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Shop {
  readonly account: S3Account
  readonly objects: Map<string, StoredObject>
  readonly requests: string[]
  readonly faults: Fault[]
  readonly denied: ReadonlySet<string>
}
interface Call {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly body: Buffer
}

function answer(shop: Shop, call: Call): void {
  const { req, res, body } = call
  const url = new URL(req.url ?? '/', 'http://store')
  const [, bucket = '', ...rest] = url.pathname.split('/')
  const key = decodeURIComponent(rest.join('/'))
  shop.requests.push(`${req.method} ${bucket}/${key}`)
  const fault = shop.faults.shift()
  if (fault === 'silent') return
  if (fault === 'page') return void res.writeHead(200).end('<html>Welcome</html>')
  const problem = fault === 'slow' ? ([503, 'SlowDown'] as const) : findProblem(shop, call, bucket, key)
  if (problem !== null) refuse(res, ...problem)
  else if (key === '') send(res, 200, { 'content-type': 'application/xml' }, list(shop, url.searchParams))
  else if (req.method !== 'PUT') give(shop, call, key, fault)
  else {
    shop.objects.set(key, { bytes: body, modifiedMs: Math.floor(Date.now() / 1000) * 1000 })
    if (fault === 'lost') req.socket.resetAndDestroy()
    else send(res, 200, { etag: tagOf(body) }, '')
  }
}

function findProblem(shop: Shop, call: Call, bucket: string, key: string): readonly [number, string] | null {
  const problem = checkSignature(shop.account, call)
  if (problem !== null) return [403, problem]
  if (bucket !== shop.account.bucket) return [404, 'NoSuchBucket']
  const right = key === '' ? 'list' : call.req.method === 'PUT' ? 'write' : 'read'
  return shop.denied.has(right) ? [403, 'AccessDenied'] : null
}

function give({ objects }: Shop, { req, res }: Call, key: string, fault: Fault | undefined): void {
  const object = objects.get(key)
  const headers = object && {
    etag: tagOf(object.bytes),
    'last-modified': new Date(object.modifiedMs).toUTCString(),
  }
  const wanted = req.headers['if-match']
  if (!object || !headers) refuse(res, 404, 'NoSuchKey')
  else if (req.method === 'HEAD') send(res, 200, { ...headers, 'content-length': String(object.bytes.length) }, '')
  else if (wanted !== undefined && wanted !== headers.etag) refuse(res, 412, 'PreconditionFailed')
  else {
    const range = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '')
    const bytes = range ? object.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : object.bytes
    if (fault === 'cut') {
      res.writeHead(206, { ...headers, 'content-length': String(bytes.length) })
      res.write(bytes.subarray(0, bytes.length >> 1), () => req.socket.resetAndDestroy())
    } else send(res, range ? 206 : 200, headers, bytes)
  }
}

function checkSignature({ region, accessKey, secretKey }: S3Account, { req, body }: Call): string | null {
  const given = req.headers.authorization ?? ''
  const [, credential = '', names = ''] = /Credential=([^,]+), ?SignedHeaders=([^,]+)/.exec(given) ?? []
  if (credential.split('/')[0] !== accessKey) return 'InvalidAccessKeyId'
  const hash = createHash('sha256').update(body).digest('hex')
  if (req.headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch'
  const headers = Object.fromEntries(names.split(';').map(name => [name, String(req.headers[name] ?? '')]))
  const request = { service: 's3', region, method: req.method ?? '', path: req.url ?? '', headers }
  const signed = aws4.sign(request, { accessKeyId: accessKey, secretAccessKey: secretKey })
  return signed.headers?.['Authorization'] === given ? null : 'SignatureDoesNotMatch'
}

function list({ objects }: Shop, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).toSorted()
  const size = Math.min(PAGE, Number(query.get('max-keys') ?? PAGE))
  const page = keys.slice(0, size)
  const isCut = keys.length > size
  const entries = page.map(key => {
    const { bytes, modifiedMs } = objects.get(key)! // one of its keys
    const shown = `<Key>${encodeURIComponent(key)}</Key><LastModified>${new Date(modifiedMs).toISOString()}</LastModified>`
    return `<Contents>${shown}<ETag>${tagOf(bytes).replaceAll('"', '&quot;')}</ETag><Size>${bytes.length}</Size></Contents>`
  })
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
}

const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

const refuse = (res: ServerResponse, status: number, code: string): void =>
  send(res, status, { 'content-type': 'application/xml' }, `<Error><Code>${code}</Code></Error>`)

function send(res: ServerResponse, status: number, headers: Record<string, string>, body: string | Buffer): void {
  res.writeHead(status, headers).end(body)
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
