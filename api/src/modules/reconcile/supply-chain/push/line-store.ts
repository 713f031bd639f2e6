import type { Confirm, FoundRow, LineSide, LineStore, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import { Failure, toText } from '@sluice/contract'
import { type Database, isUniqueViolation, type Tx } from '@sluice/db'
import { refuse } from '../../../../http/refuse.ts'
import { refuseSettled } from '../../../../http/refuse-settled.ts'
import { classifyLines } from '../../accounting-item/index.ts'
import {
  holdSide,
  insertStaged,
  listAccounts,
  listItems,
  lockMet,
  type MetLine,
  meetLines,
  type NumberedLine,
  type PlacedLine,
  replaceStaged,
  stageLines,
} from './line-rows.ts'
import { type Known, readLine } from './read-line.ts'

/** What people call a line: `B17`. */
const nameLine = (side: LineSide, id: string): string => `${side.toUpperCase()}${id}`

/** Lets strategies write lines of both sides. Every process that runs strategies has one for each tenant. */
export const createLineStore = (database: Database, tenantId: string): LineStore => ({
  async push(side, batch, confirm) {
    try {
      return await database.withTenant(tenantId, tx => pushLines(tx, side, batch, confirm))
    } catch (error) {
      // A bill that was loaded meanwhile has the same movement: asked again, it is met.
      if (!isUniqueViolation(error)) throw refuseSettled(error) ?? error
      throw new Failure({ code: 'recon.met', message: 'Another line came in between.', retry: 'later' })
    }
  },
  find: (side, records) => database.withTenant(tenantId, tx => findLines(tx, side, records)),
})

async function pushLines(
  tx: Tx,
  side: LineSide,
  batch: readonly TargetRecord[],
  confirm: Confirm | undefined,
): Promise<WriteOutcome[]> {
  await holdSide(tx, side)
  const { lines, outcomes } = await readBatch(tx, side, batch)
  await stageLines(tx, lines)
  const ids = (await meetLines(tx, side))
    .flatMap(({ own_id, other_id }) => [own_id, other_id])
    .filter(id => id !== null)
  await lockMet(tx, side, ids)
  const fresh: number[] = []
  const places: { n: number; id: string; reopens: boolean }[] = []
  for (const met of await meetLines(tx, side)) {
    const how = judge(side, met)
    if (how === 'insert') fresh.push(met.n)
    else if ('replace' in how) places.push({ n: met.n, id: how.replace, reopens: how.reopens })
    else outcomes[met.n] = how
  }
  await confirm?.()
  const placed = [...(await insertStaged(tx, side, fresh)), ...(await replaceStaged(tx, side, places))]
  for (const line of placed) outcomes[line.n] = tellWritten(side, line)
  if (side === 'a' && placed.length > 0) await classifyLines(tx, { ids: placed.map(({ id }) => id) })
  // Every line of the batch was read, met and placed, or refused on the way.
  return batch.map(
    (_, n) => outcomes[n] ?? failed(new Failure({ code: 'recon.untold', message: 'The line was not kept.' })),
  )
}

interface Read {
  readonly lines: readonly NumberedLine[]
  /** By place: of those that are no line. */
  readonly outcomes: WriteOutcome[]
}

async function readBatch(tx: Tx, side: LineSide, batch: readonly TargetRecord[]): Promise<Read> {
  const known = await readKnown(tx, batch)
  const outcomes: WriteOutcome[] = []
  const lines: NumberedLine[] = []
  const names = new Map<string, string>()
  batch.forEach(({ data, origin }, n) => {
    try {
      const line = readLine(side, data, known)
      const name = `${line.account_id}\u001f${line.name}`
      const earlier = names.get(name)
      if (earlier !== undefined) throw refuse('conflict.lineTwice', { field: fieldOf(side), value: earlier })
      names.set(name, origin?.key ?? line.name)
      lines.push({ n, line, origin })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      outcomes[n] = failed(error)
    }
  })
  return { lines, outcomes }
}

async function readKnown(tx: Tx, batch: readonly TargetRecord[]): Promise<Known> {
  const codes = (field: string) => [...new Set(batch.map(({ data }) => toText(data[field]).trim()))]
  const accounts = await listAccounts(tx, codes('account'))
  const items = await listItems(tx, codes('item'))
  return {
    accounts: new Map(accounts.map(account => [account.code, account])),
    items: new Map(items.map(({ id, code }) => [code, id])),
  }
}

type How = 'insert' | { readonly replace: string; readonly reopens: boolean } | WriteOutcome

const FREE = new Set(['open', 'ignored', 'duplicate'])

/** What becomes of a line: nothing that somebody matched is changed, and no document is two lines. */
function judge(side: LineSide, met: MetLine): How {
  const how = place(side, met)
  if (how === 'insert' && met.archived !== null)
    return failed(refuse('conflict.periodArchived', { value: met.archived }))
  if (how !== 'insert' && 'replace' in how && met.settled !== null)
    return failed(refuse('conflict.periodSettled', { value: met.settled }))
  return how
}

function place(side: LineSide, met: MetLine): How {
  const { own_id, own_status, other_id, other_status, other_file } = met
  if (other_id !== null) {
    if (other_file !== null)
      return {
        kind: 'skipped',
        reason: `The account has this movement already, as line ${nameLine(side, other_id)} of a bill.`,
      }
    if (met.is_other_alive || own_id !== null)
      return failed(refuse('conflict.lineTaken', { field: fieldOf(side), value: nameLine(side, other_id) }))
    return isFree(other_status) ? { replace: other_id, reopens: true } : settled(side, other_id, other_status)
  }
  if (own_id === null) return 'insert'
  if (met.changed.length === 0) return tellWritten(side, { id: own_id, status: own_status ?? '' })
  return isFree(own_status) ? { replace: own_id, reopens: met.is_amount_changed } : settled(side, own_id, own_status)
}

const isFree = (status: string | null): boolean => FREE.has(status ?? '')

const settled = (side: LineSide, id: string, status: string | null): WriteOutcome =>
  failed(
    refuse(status === 'proposed' ? 'conflict.lineProposed' : 'conflict.lineSettled', { value: nameLine(side, id) }),
  )

const fieldOf = (side: LineSide): string => (side === 'a' ? 'txn_no' : 'doc_no')

const failed = (failure: Failure): WriteOutcome => ({ kind: 'failed', failure: failure.toDetail() })

const tellWritten = (side: LineSide, { id, status }: Pick<PlacedLine, 'id' | 'status'>): WriteOutcome => ({
  kind: 'written',
  targetKey: nameLine(side, id),
  response: JSON.stringify({ line: nameLine(side, id), status }),
})

async function findLines(tx: Tx, side: LineSide, records: readonly TargetRecord[]): Promise<FoundRow[]> {
  const { lines, outcomes } = await readBatch(tx, side, records)
  await stageLines(tx, lines)
  const met = new Map((await meetLines(tx, side)).map(each => [each.n, each]))
  return records.map((_, n): FoundRow => {
    const outcome = outcomes[n]
    if (outcome?.kind === 'failed') return { kind: 'unclear', reason: outcome.failure.message }
    const { own_id, changed = [], held = {} } = met.get(n) ?? { own_id: null }
    if (own_id === null) return { kind: 'missing' }
    if (changed.length === 0) return { kind: 'equal', targetKey: nameLine(side, own_id) }
    return { kind: 'different', fields: changed, held }
  })
}
