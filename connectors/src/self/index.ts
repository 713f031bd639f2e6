import { type Connection, type Connector, type ConnectorContext, parseParams } from '@sluice/connector-kit'
import { inferFields } from '@sluice/connector-kit/http'
import { type Resource, STORED_RECORDS } from '@sluice/contract'
import { lineResources, openLineTarget, sideOf } from './lines.ts'
import { manifest } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { missing, openSelfSource, RECEIVE } from './source.ts'
import { NOOP, openSelfTarget } from './target.ts'
import { openVoucherSource, openVoucherTarget, POST, TAKE, voucherResources } from './vouchers.ts'

/** Sluice itself as a far system. */
const self: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (_params, context) => openSelf(context),
}
export default self

function openSelf(context: ConnectorContext): Connection {
  const { records, lines, vouchers, now } = context
  const fixed = [receive, noop, ...(lines ? lineResources : []), ...(vouchers ? voucherResources : [])]
  return {
    async *test() {
      const startMs = now()
      const strategies = await records.list().catch(() => null)
      const step = {
        name: 'platform',
        label: { zh: '本平台', en: 'This platform' },
        elapsedMs: Math.max(0, now() - startMs),
      }
      if (strategies) yield { ...step, ok: true, detail: `${strategies.length} strategies` }
      else
        yield {
          ...step,
          ok: false,
          error: {
            code: 'connector.self',
            message: 'The stored records cannot be read right now.',
            advice: 'Try again; if it stays, tell the operator.',
          },
        }
    },
    discover: async () => [...fixed, ...(await records.list()).map(({ id, name }) => describeStrategy(id, name))],
    describe: async id => {
      const known = fixed.find(each => each.id === id)
      if (known) return known
      const strategy = (await records.list()).find(each => `${STORED_RECORDS}${each.id}` === id)
      if (!strategy) throw missing(id)
      return describeBySample(strategy, records)
    },
    openSource: async config =>
      vouchers && config.resource === TAKE
        ? openVoucherSource(vouchers)
        : openSelfSource(context, config, parseParams(manifest.sourceParams, config.options)),
    openTarget: async ({ resource }) => {
      if (vouchers && resource === POST) return openVoucherTarget(vouchers)
      const side = sideOf(resource)
      return lines && side ? openLineTarget(lines, side) : openSelfTarget(resource)
    },
    close: async () => undefined,
  }
}

const receive: Resource = {
  id: RECEIVE,
  label: '被动接收 Passive receive',
  kind: 'endpoint',
  direction: 'source',
  fields: [],
  key: [],
}
const noop: Resource = {
  id: NOOP,
  label: '写入空操作 Write nowhere',
  kind: 'endpoint',
  direction: 'target',
  fields: [],
  key: [],
}

const describeStrategy = (id: string, name: string): Resource => ({
  id: `${STORED_RECORDS}${id}`,
  label: name,
  kind: 'strategy',
  direction: 'source',
  fields: [],
  key: [],
})

async function describeBySample(
  strategy: { readonly id: string; readonly name: string },
  records: ConnectorContext['records'],
): Promise<Resource> {
  const page = await records.read(strategy.id, null, 20)
  return {
    ...describeStrategy(strategy.id, strategy.name),
    fields: inferFields(page.records.map(record => record.data)),
  }
}
