import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Data, parseJson, toJson, toText } from '@sluice/contract'

/** A small JSON service with tables, for tests: GET lists by page, POST saves one record under an Idempotency-Key. */
export interface JsonService {
  readonly url: string
  readonly token: string
  readonly tables: Map<string, Data[]>
  countRequests(): number
  close(): Promise<void>
}

export async function startJsonService(token: string): Promise<JsonService> {
  const tables = new Map<string, Data[]>()
  const done = new Set<string>()
  let requests = 0
  const server = createServer((req, res) => {
    requests++
    if (req.headers.authorization !== `Bearer ${token}`) return sendJson(res, 401, { msg: 'no' })
    const url = new URL(req.url ?? '/', 'http://service')
    if (url.pathname === '/slow') return undefined
    const table = tables.get(url.pathname.slice(1))
    if (!table) return sendJson(res, 404, { msg: `no table ${url.pathname}` })
    if (req.method === 'GET') return sendJson(res, 200, listPage(table, url.searchParams))
    void save(req, table, done).then(([status, body]) => sendJson(res, status, body))
    return undefined
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    tables,
    countRequests: () => requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sendJson(res: ServerResponse, status: number, body: Data): undefined {
  res.writeHead(status, { 'content-type': 'application/json' }).end(toJson(body))
}

function listPage(table: readonly Data[], query: URLSearchParams): Data {
  const [from, to, after] = [query.get('from'), query.get('to'), query.get('after')]
  const wanted = table.filter(row => {
    if (after !== null && BigInt(toText(row['id'])) <= BigInt(after)) return false
    const stamp = `${toText(row['updated_at']).replace(' ', 'T')}Z`
    return (from === null || stamp >= from) && (to === null || stamp <= to)
  })
  const page = Number(query.get('page') ?? 1)
  const size = Number(query.get('size') ?? 20)
  return { code: 0, data: { list: wanted.slice((page - 1) * size, page * size), total: wanted.length } }
}

async function save(req: IncomingMessage, table: Data[], done: Set<string>): Promise<[number, Data]> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  const record = parseJson(Buffer.concat(chunks).toString()) as Data // the connector sends objects
  if (record['name'] === 'bad') return [200, { code: 7, msg: 'the name bad is not allowed' }]
  const key = `${req.url} ${String(req.headers['idempotency-key'])}`
  if (!done.has(key)) table.push(record)
  done.add(key)
  return [200, { code: 0, id: record['id'] ?? null }]
}
