import { cancelJob, insertJob } from './rehearsal-rows.ts'
import type { Rehearsals } from './rehearsals.ts'

export const createRehearsals = ({ now }: { now(): number }): Rehearsals => ({
  request: (tx, request) => insertJob(tx, request, now()),
  cancel: async (tx, { tenantId, id }) => (await cancelJob(tx, tenantId, id)) > 0,
})
