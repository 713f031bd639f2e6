import { type Catalogues, type ParamValues, toPackResource } from '@sluice/contract'
import type { AdapterInForce } from '../../asset-store.ts'
import { type Pack, type PackConnector, sayInterface } from '../../pack.ts'
import { applyAdapter } from './apply-adapter.ts'
import { toEndpoint } from './asset-endpoint.ts'
import type { HttpClient } from './http-client.ts'
import { createHttpConnector } from './http-connector.ts'
import type { HttpAuth, HttpReadPlan, HttpSettings } from './http-plan.ts'
import { readPage, startRead } from './http-source.ts'

/** A connector from a pack. Labels are English; whoever shows them says them in the reader's language. */
export function createPackConnector(pack: Pack, sentences: Catalogues): PackConnector {
  const { manifest, version, adapter } = pack
  const interfaces = pack.interfaces.map(each => ({
    resource: toPackResource(manifest.id, each.code),
    asset: sayInterface(each, words => words.en),
  }))
  const own: AdapterInForce | null = adapter && {
    id: `pack:${manifest.id}`,
    name: manifest.name.en,
    version,
    level: 'platform',
    doc: adapter,
  }
  const probed = interfaces.find(each => each.resource === toPackResource(manifest.id, pack.probe))
  const connector = createHttpConnector({
    manifest,
    sentences,
    connect: params => fillConnection(pack, params),
    endpoints: [],
    interfaces,
    ...(own ? { adapter: own } : {}),
    probe: () =>
      probed
        ? {
            ask: (client, signal) => {
              const plain = toEndpoint(probed.resource, probed.asset, {})
              const { read } = own ? applyAdapter(plain, own) : plain
              return readFirst(client, probed.resource, read!, signal) // a probe reads: definePack has seen to it
            },
          }
        : null,
  })
  return { ...connector, pack: { ...pack, manifest: connector.manifest } }
}

async function readFirst(
  client: HttpClient,
  resource: string,
  plan: HttpReadPlan,
  signal: AbortSignal,
): Promise<string> {
  const request = { cursor: null, window: null, pageSize: 1, signal }
  const { page } = await client.retry(
    () => readPage({ client, resource, plan }, request, startRead(plan, null, client.context.now()), new Set()),
    signal,
  )
  return `${page.raw?.length ?? 0} bytes`
}

function fillConnection({ connection }: Pack, params: ParamValues): HttpSettings {
  const fill = (text: string): string =>
    text.replace(/\{\{([a-z][a-z0-9_]*)\}\}/g, (_, name: string) => String(params[name] ?? '').trim())
  const { baseUrl, auth, minIntervalMs, maxConcurrent } = connection
  const filled = auth && Object.fromEntries(Object.entries(auth).map(([name, text]) => [name, fill(text)]))
  return {
    // An address pasted with a slash at its end must not give two.
    baseUrl: fill(baseUrl).replace(/(?<!:)\/{2,}/g, '/'),
    headers: {},
    auth: (filled as HttpAuth | undefined) ?? { kind: 'none' }, // the same fields, filled
    skipTlsVerify: false,
    ...(minIntervalMs === undefined ? {} : { minIntervalMs }),
    ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
  }
}
