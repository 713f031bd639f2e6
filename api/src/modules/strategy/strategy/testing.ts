import {
  configOf,
  mapping,
  newConnector,
  newStrategy,
  startedStrategy,
  strategyParams,
} from '../../../testing/objects.ts'
import { type CreateSamples, own, unique } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategy.create': async world => ({
    body: { name: unique('orders'), config: configOf((await newConnector(world)).id) },
  }),
  'strategy.search': async world => ({
    body: { connector_id: (await newStrategy(world)).connectorId },
    strangerGets: 'empty',
  }),
  'strategy.list': own({ body: { t: 1 } }),
  'strategy.callbacks': own(),
  'strategy.groups': own(),
  'strategy.tags': own(),
  'strategy.export': own({ body: { keyword: 'orders' } }),
  'strategy.get': strategyParams,
  'strategy.update': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return {
      params: { id },
      body: { name: unique('new'), group: '', remark: '', config: configOf(connectorId), version },
    }
  },
  'strategy.rename': async world => ({ ...(await strategyParams(world)), body: { name: unique('renamed') } }),
  'strategy.updateSource': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return { params: { id }, body: { source: configOf(connectorId).source, version } }
  },
  'strategy.updateTarget': async world => {
    const { id, version, connectorId } = await newStrategy(world)
    return { params: { id }, body: { target: configOf(connectorId).target, mapping, version } }
  },
  'strategy.check': async world => ({ params: { id: (await newStrategy(world)).id, x: 'all' } }),
  'strategy.startByGet': strategyParams,
  'strategy.start': strategyParams,
  'strategy.stopByGet': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.stop': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.pause': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.resume': async world => ({ params: { id: (await startedStrategy(world)).id } }),
  'strategy.runNow': async world => ({ ...(await strategyParams(world)), body: { full: true } }),
  'strategy.batchStart': async world => ({
    body: { ids: [(await newStrategy(world)).id] },
    strangerGets: 'refusedRows',
  }),
  'strategy.batchStop': async world => ({
    body: { ids: [(await startedStrategy(world)).id] },
    strangerGets: 'refusedRows',
  }),
  'strategy.batchDelete': async world => ({
    body: { ids: [(await newStrategy(world)).id] },
    strangerGets: 'refusedRows',
  }),
  'strategy.references': async world => ({
    body: { ids: [(await newStrategy(world)).id] },
    strangerGets: 'empty',
  }),
  'strategy.uses': strategyParams,
  'strategy.batchBasic': async world => ({
    body: { ids: [(await newStrategy(world)).id], group: 'shop', add_tags: ['shop'], cron: '0 * * * *' },
    strangerGets: 'refusedRows',
  }),
  'strategy.summarise': async world => ({ body: { config: configOf((await newConnector(world)).id) } }),
  'strategy.preview': async world => ({
    body: { source: configOf((await newConnector(world)).id).source, mapping },
  }),
  'strategy.nextRuns': own({ body: { schedule: { cron: '*/5 * * * *' } } }),
  'strategy.counters': strategyParams,
  'strategy.live': async world => ({ query: { ids: (await newStrategy(world)).id }, strangerGets: 'empty' }),
})
