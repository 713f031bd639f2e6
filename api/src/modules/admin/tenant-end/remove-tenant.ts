import { createHash } from 'node:crypto'
import { type Database, getSqlState, type Tx } from '@sluice/db'
import type { UploadStore } from '../../connect/file/index.ts'
import {
  countLeft,
  findLastProof,
  findLogHead,
  findRemoved,
  finishEnd,
  isAtWork,
  noteRemoved,
  quieten,
  releaseEnd,
  removeCodes,
  removeRows,
} from './remove-store.ts'
import type { EndRow } from './store.ts'
import { listTenantParts, type TenantPart } from './tenant-tables.ts'

export interface RemovalDeps {
  readonly database: Database
  readonly places: Readonly<Record<'files' | 'archive' | 'exports', UploadStore>>
  readonly now: () => number
}

const BATCH = 5000
/** Runs of a tenant get so long to end after their page. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_S = 3
/** A process that was at work may add rows behind us; whoever adds for longer than this is looked at again later. */
const PASSES = 10
const FOREIGN_KEY = '23503'

/** Another process has it. */
class LostError extends Error {}

/** Removes everything of a tenant whose time has come, and writes the proof. @returns whether it came to its end */
export async function removeTenant(deps: RemovalDeps, end: EndRow, holder: string): Promise<boolean> {
  const of = { id: end.id, holder }
  const system = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => deps.database.withSystem(work)
  await system(tx => quieten(tx, end.of_tenant))
  const isEarly = deps.now() - Date.parse(end.started_at ?? '') < PATIENCE_MS
  if (isEarly && (await system(tx => isAtWork(tx, end.of_tenant)))) {
    await system(tx => releaseEnd(tx, of, LOOK_AGAIN_S))
    return false
  }
  const head = await system(tx => findLogHead(tx, end.of_tenant))
  const add = async (tx: Tx, what: string, count: number): Promise<void> => {
    if (!(await noteRemoved(tx, of, what, count))) throw new LostError()
  }
  await system(async tx => add(tx, 'codes/sms', await removeCodes(tx, end.of_tenant)))
  for (const [place, store] of Object.entries(deps.places)) {
    const { files } = await store.removeOf(end.of_tenant)
    await system(tx => add(tx, `files/${place}`, files))
  }
  const parts = await system(listTenantParts)
  await removeAllRows(system, parts, end, add)
  await finish(deps, { of, end, parts, head })
  return true
}

type InSystem = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type Add = (tx: Tx, what: string, count: number) => Promise<void>

/** Again and again until nothing is found and the tenant itself goes, which nothing may refer to any more. */
async function removeAllRows(system: InSystem, parts: readonly TenantPart[], end: EndRow, add: Add): Promise<void> {
  for (let pass = 1; ; pass++) {
    for (const { table, part } of parts) {
      for (let removed = BATCH; removed >= BATCH; )
        removed = await system(async tx => {
          const count = await removeRows(tx, part, end.of_tenant, BATCH)
          await add(tx, `rows/${table}`, count)
          return count
        })
    }
    if (await removeItself(system, parts, end, add)) return
    if (pass === PASSES) throw new Error(`removing tenant ${end.code}: rows are still being added`)
  }
}

async function removeItself(system: InSystem, parts: readonly TenantPart[], end: EndRow, add: Add): Promise<boolean> {
  try {
    await system(async tx => add(tx, 'rows/tenant', await removeRows(tx, 'tenant', end.of_tenant, 1)))
  } catch (error) {
    if (getSqlState(error) === FOREIGN_KEY) return false
    throw error
  }
  for (const { part } of parts) if ((await system(tx => countLeft(tx, part, end.of_tenant))) > 0) return false
  return true
}

interface Finish {
  readonly of: { readonly id: string; readonly holder: string }
  readonly end: EndRow
  readonly parts: readonly TenantPart[]
  readonly head: { readonly seq: string; readonly hash: Buffer } | undefined
}

async function finish({ database, places, now }: RemovalDeps, { of, end, parts, head }: Finish): Promise<void> {
  const left: Record<string, number> = {}
  for (const [place, store] of Object.entries(places)) left[place] = (await store.listOf(end.of_tenant)).length
  await database.withSystem(async tx => {
    const removed = await findRemoved(tx, end.id)
    const names = [...new Set(['tenant', ...parts.map(({ table }) => table)])].sort()
    const tables = []
    for (const table of names) {
      const own = table === 'tenant' ? ['tenant'] : parts.filter(each => each.table === table).map(({ part }) => part)
      let rows = 0
      for (const part of own) rows += await countLeft(tx, part, end.of_tenant)
      tables.push({ table, removed: removed[`rows/${table}`] ?? 0, left: rows })
    }
    const files = Object.keys(places).map(place => ({
      place,
      removed: removed[`files/${place}`] ?? 0,
      left: left[place] ?? 0,
    }))
    const at = new Date(now()).toISOString()
    const previous = (await findLastProof(tx))?.toString('hex') ?? null
    const body = {
      format: 'sluice/tenant-end/1',
      id: end.id,
      tenant: { id: end.of_tenant, code: end.code, name: end.name },
      asked: { by: end.asked_by, at: end.asked_at, wait_days: end.wait_days, due_at: end.due_at },
      started_at: end.started_at,
      finished_at: at,
      tables,
      files,
      codes_removed: removed['codes/sms'] ?? 0,
      operation_log: head ? { entries: head.seq, sha256: head.hash.toString('hex') } : null,
      not_reached: [
        'backups and copies of the database that were made before',
        'data in systems that connectors wrote to',
      ],
      previous_proof_sha256: previous,
    }
    const sha256 = createHash('sha256').update(JSON.stringify(body)).digest()
    const text = `${JSON.stringify({ ...body, sha256: sha256.toString('hex') }, null, 2)}\n`
    await finishEnd(tx, of, { text, sha256, at })
  })
}
