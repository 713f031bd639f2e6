import type { Discoveries } from './discoveries.ts'
import { cancelDiscovery, readDiscovery, requestDiscovery } from './discovery-rows.ts'
import { keepFieldsOf } from './object-rows.ts'

export const createDiscoveries = ({ now }: { now(): number }): Discoveries => ({
  request: (tx, request) => requestDiscovery(tx, request, now()),
  cancel: async (tx, place) => (await cancelDiscovery(tx, place)) > 0,
  read: readDiscovery,
  keepFields: keepFieldsOf,
})
