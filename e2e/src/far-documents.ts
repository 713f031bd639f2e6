import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toAssetResource } from '@sluice/contract'
import type { Api } from './product.ts'

interface Document {
  readonly id: string
}

/** A far system that keeps documents by their number, one set for each interface: what comes again takes the old one's place. */
export interface FarDocuments {
  readonly url: string
  /** An interface that writes to the set. @returns what a strategy names it by */
  addAsset(api: Api, set: string): Promise<string>
  /** By their numbers. */
  read(set: string): readonly Document[]
  /** Leaves the next write of a document without an answer, before or after it is kept, and says when it has come. */
  strikeAt(set: string, id: string, at: 'before' | 'after'): Promise<void>
  stop(): Promise<void>
}

interface Strike {
  readonly set: string
  readonly id: string
  readonly at: 'before' | 'after'
  come(): void
}

export async function startFarDocuments(): Promise<FarDocuments> {
  const sets = new Map<string, Map<string, Document>>()
  let strike: Strike | null = null
  const take = (set: string, document: Document, res: ServerResponse): void => {
    const isStruck = strike?.set === set && strike.id === document.id
    const kept = sets.get(set) ?? new Map<string, Document>()
    if (!isStruck || strike?.at === 'after') sets.set(set, kept.set(document.id, document))
    if (!isStruck) return void res.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0}')
    strike?.come()
    strike = null
  }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    take(req.url?.slice(1) ?? '', JSON.parse(Buffer.concat(chunks).toString()) as Document, res)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    async addAsset(api, set) {
      const doc = {
        name: set,
        type: 'EXECUTE' as const,
        method: 'POST' as const,
        api: `/${set}`,
        id: ['id'],
        write: { guarantee: 'upsert' as const },
      }
      const { id, version } = (await api.apiAsset.create({ body: { platform_id: 'http', doc } })).content
      await api.apiAsset.publish({ params: { id } })
      return toAssetResource(id, version)
    },
    read: set => [...(sets.get(set)?.values() ?? [])].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    strikeAt: (set, id, at) => new Promise(come => (strike = { set, id, at, come })),
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
