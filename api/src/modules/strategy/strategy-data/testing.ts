import { newRecord } from '../../../testing/objects.ts'
import type { CreateSamples, Sample, World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  const recordBody = async (world: World): Promise<Sample> => {
    const { strategyId, recordId } = await newRecord(server, world)
    return { params: { strategy: strategyId }, body: { ids: [recordId] } }
  }
  return {
    'strategyData.search': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { status: [3] } }
    },
    'strategyData.count': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { status: [3] } }
    },
    'strategyData.get': async world => {
      const { strategyId, recordId } = await newRecord(server, world)
      return { params: { strategy: strategyId, id: recordId } }
    },
    'strategyData.reprocess': recordBody,
    'strategyData.processAll': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { status: [3] } }
    },
    'strategyData.ignore': recordBody,
    'strategyData.confirm': recordBody,
    'strategyData.unknown': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: {} }
    },
    'strategyData.askTarget': recordBody,
    'strategyData.resolve': async world => {
      const { strategyId, recordId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { action: 'ignore', ids: [recordId] } }
    },
    'strategyData.export': async world => {
      const { strategyId } = await newRecord(server, world)
      return { params: { strategy: strategyId }, body: { format: 'csv' } }
    },
  }
}
