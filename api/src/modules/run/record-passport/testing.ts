import { newRecord } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => ({
  'recordPassport.get': async world => {
    const { strategyId, recordId } = await newRecord(server, world)
    return { params: { strategy: strategyId, id: recordId } }
  },
})
