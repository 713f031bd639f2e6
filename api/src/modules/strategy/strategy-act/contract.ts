import { CheckLine, route } from '@sluice/contract'
import { z } from 'zod'

export const strategyAct = {
  act: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/{a}/{b}/{c}',
    summary: 'source|target/job/dispatch: a run now; source|target|mapping/job/check: the check. Nothing else is known',
    permission: 'strategy:start',
    audit: 'update',
    params: z.object({ id: z.uuid(), a: z.string().max(40), b: z.string().max(40), c: z.string().max(40) }),
    content: z.object({
      /** No line of the check is an error; a run was started or is live. */
      status: z.boolean(),
      run_id: z.uuid().nullable(),
      already_running: z.boolean(),
      lines: z.array(CheckLine),
    }),
  }),
  toApi: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-{kind}/strategytoapi/{id}',
    summary: 'Keep an interface with the values this strategy gives it as a new API asset; secrets are no part of it',
    permission: 'asset:add',
    audit: 'add',
    params: z.object({ kind: z.enum(['source', 'target']), id: z.uuid() }),
    body: z.strictObject({ name: z.string().trim().min(1).max(100) }),
    content: z.object({ id: z.uuid(), name: z.string(), version: z.int() }),
  }),
}
