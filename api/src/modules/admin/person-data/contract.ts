import { route } from '@sluice/contract'
import { z } from 'zod'

/** What becomes of what names a person. */
export const personOutcomes = ['erased', 'renamed', 'unnamed', 'masked', 'kept'] as const

export const PersonPlace = z.object({
  table: z.string(),
  /** Of several: separated by commas. */
  columns: z.string(),
  rows: z.int(),
  /**
   * erased: the rows go. renamed: the name becomes a pseudonym. unnamed: an id stays that leads to nobody. masked: the row
   * stays under a pseudonym as the law asks. kept: somebody wrote it there, and changes it there.
   */
  outcome: z.enum(personOutcomes),
  /** Of what is masked: when the last row may go. */
  kept_until: z.string().nullable(),
})
export type PersonPlace = z.output<typeof PersonPlace>

export const retentionKinds = [
  'pages',
  'errors',
  'replaced',
  'run_log',
  'runs',
  'records',
  'operation_log',
  'sessions',
  'exports',
  'tenant_exports',
  'alerts',
  'assistant',
  'files',
  'people',
] as const

/** How long a kind of data is kept, and which setting says so. */
export const Retention = z.object({
  kind: z.enum(retentionKinds),
  /** null: until somebody deletes it. */
  days: z.int().nullable(),
  /** At least so long, whatever anybody sets. */
  least_days: z.int().nullable(),
  /** tenant: this tenant's own rule; default: nobody has set one; fixed: the product's. */
  said_by: z.enum(['tenant', 'default', 'fixed']),
  /** The screen where it is set or where the data is deleted; null: nowhere. */
  path: z.string().nullable(),
})
export type Retention = z.output<typeof Retention>

const id = z.object({ id: z.uuid() })
const BASE = '/api/dp/system/lessee-user/{id}/data'

export const personData = {
  find: route({
    method: 'GET',
    path: BASE,
    summary: 'Everything that names a person of the tenant, and what would become of it',
    permission: 'user:query',
    needsWhole: true,
    audit: 'query',
    params: id,
    content: z.object({ username: z.string(), alias: z.string(), places: z.array(PersonPlace) }),
  }),
  export: route({
    method: 'GET',
    path: `${BASE}/export`,
    summary: 'What is kept about a person as JSON lines; hashes and secrets left out',
    permission: 'user:export',
    needsWhole: true,
    audit: 'export',
    params: id,
    content: 'file',
  }),
  erase: route({
    method: 'POST',
    path: `${BASE}/erase`,
    summary: 'Erase a person by the user name; the operation log keeps a pseudonym',
    permission: 'user:delete',
    needsWhole: true,
    audit: 'delete',
    stepUp: true,
    params: id,
    body: z.strictObject({ username: z.string().max(200) }),
    content: z.object({ alias: z.string(), places: z.array(PersonPlace) }),
  }),
  retention: route({
    method: 'GET',
    path: '/api/dh/lessee/tenant/retention',
    summary: 'How long each kind of data is kept, and which setting says so',
    permission: 'tenant:query',
    audit: 'query',
    content: z.array(Retention),
  }),
}
