import { type Adapter, type AdapterStep, ApiError } from '@sluice/contract'
import { emptyPagination, emptyTest } from '../asset/public.ts'

const emptyParts = () => ({ headers: [], query: [], body: [], calculations: [] })

export const emptyAdapter = (): Adapter => ({
  name: '',
  describe: '',
  kind: 'http',
  script: { code: '' },
  sql: { direction: 'source', text: '', key: [], increment: [], values: [], isRepeatable: false },
  auth: { steps: [], earlySeconds: 100 },
  request: { ...emptyParts(), bodyKind: 'json', bodyField: '', baseUrl: '' },
  timeZone: 'UTC',
  hosts: [],
  pagination: emptyPagination(),
  success: emptyTest(),
  errors: [],
  rate: { intervalMs: 0, maxConcurrent: 0 },
})

export const emptyStep = (count: number): AdapterStep => ({
  name: `step${count + 1}`,
  method: 'POST',
  path: '',
  bodyKind: 'json',
  ...emptyParts(),
  success: emptyTest(),
  values: [{ name: count === 0 ? 'token' : `token${count + 1}`, path: '', otherwise: '' }],
  expiresPath: '',
  expiresUnit: 'seconds',
  lifeSeconds: 1200,
})

/** Faults by the place in the form, as the server names them: `doc.request.headers.0.value`. */
export type Faults = Readonly<Record<string, string>>

export function readFaults(error: unknown): Faults {
  if (!(error instanceof ApiError) || !Array.isArray(error.body?.content)) return {}
  const rows: readonly unknown[] = error.body.content
  return Object.fromEntries(
    rows.flatMap(row => {
      if (typeof row !== 'object' || row === null || !('field' in row) || !('message' in row)) return []
      return [[String(row.field).replace(/^(body\.)?doc\./, ''), String(row.message)]]
    }),
  )
}
