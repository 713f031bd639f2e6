import type { Handlers } from '../../../http/route-handler.ts'
import type { orderStory } from './contract.ts'
import { tellStory } from './tell-story.ts'

/** What became of the money of one order. */
export const createOrderStoryRoutes = (): Handlers<typeof orderStory> => ({
  get: ({ query }, ctx) => ctx.tenant(tx => tellStory(tx, query), { readOnly: true }),
})
