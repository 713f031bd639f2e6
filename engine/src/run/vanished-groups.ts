import type { GroupsPresent, ReadRequest, SourcePage, SourceRecord } from '@sluice/connector-kit'
import {
  type Data,
  isData,
  isKeyOfGroup,
  parseJson,
  RecordState,
  retirementOf,
  STORED_RECORDS,
  type StrategyConfig,
  Vanished,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readStored, type StoredRow } from '../record/read-stored.ts'
import type { RunPlan } from '../source/window.ts'
import { type Doubt, findDoubt } from '../sql/group-rows.ts'
import { addRunLine } from '../sql/run-rows.ts'
import { noteGone } from '../sql/scan-rows.ts'
import { readOriginals } from '../stage/read-originals.ts'
import { recordKey } from '../stage/record-key.ts'
import type { Session } from './session.ts'

type Read = (request: ReadRequest) => AsyncIterable<SourcePage>

const CHUNK = 500
const LOOK = 5000
/** A place behind every group: what is read from there on is none, and all of them are told. */
const BEHIND_ALL = '999999999999999999'
const GONE = 'gone:'

/**
 * Groups, then as deletes the stored documents of groups that no row gives any more. A run that only looks for these reads
 * no group. Behind the source's own places the cursor is `gone:` and the id of the last document that was handed on.
 */
export const readWithVanished =
  (session: Session, read: Read, isScan: boolean): Read =>
  request =>
    walk(session, read, request, isScan)

async function* walk(
  session: Session,
  read: Read,
  request: ReadRequest,
  isScan: boolean,
): AsyncGenerator<SourcePage, void, void> {
  const after = request.cursor?.startsWith(GONE) ? request.cursor.slice(GONE.length) : null
  const isOnlyGone = isScan || after !== null
  for await (const { present, ...page } of read({ ...request, cursor: isOnlyGone ? BEHIND_ALL : request.cursor })) {
    if (page.cursor !== null || !present) {
      yield page
      continue
    }
    const gone = await findGone(session, () => listKeys(session, read, request, present))
    const left = after ? gone.rows.filter(({ id }) => BigInt(id) > BigInt(after)) : gone.rows
    // What was handed on before was allowed; the rest is of the same look.
    const isHeld = !after && (await isHeldBack(session, gone, present.unreadable))
    const { stored, ...bare } = page
    if (isHeld || left.length === 0) {
      // The books of the groups stand since they were read.
      yield isOnlyGone ? bare : page
      return
    }
    if (!isOnlyGone) yield { ...page, cursor: GONE }
    yield* handOn(session, left)
    return
  }
}

interface Keys {
  readonly there: ReadonlySet<string>
  /** Rows that are not written yet would make these. */
  readonly unsure: ReadonlySet<string>
}

/** Of every group there is. A key with more in it than the groups are made by shows in the documents alone. */
async function listKeys({ config }: Session, read: Read, request: ReadRequest, present: GroupsPresent): Promise<Keys> {
  const { key } = config.source
  const toKeys = (heads: readonly (Data | null)[]): string[] =>
    heads.flatMap(head => {
      const text = head === null ? null : recordKey(head, key)
      return typeof text === 'string' ? [text] : []
    })
  if (isKeyOfGroup(config.source))
    return { there: new Set(toKeys(present.heads)), unsure: new Set(toKeys(present.unsure)) }
  const there = new Set<string>()
  for await (const { records } of read({ ...request, cursor: null }))
    for (const text of toKeys(records.map(({ data }) => data))) there.add(text)
  return { there, unsure: new Set() }
}

interface Gone {
  /** Documents known and not deleted. */
  readonly known: number
  readonly rows: readonly StoredRow[]
  /** No group is left at all. */
  readonly isAll: boolean
  /** Documents that are gone but for rows that are not written yet. */
  readonly unsure: number
}

async function findGone(session: Session, list: () => Promise<Keys>): Promise<Gone> {
  const { there, unsure } = await list()
  const { strategyId } = session.claim
  const rows: StoredRow[] = []
  let [known, doubtful] = [0, 0]
  for (let after = '0'; ; ) {
    const from = after
    const chunk = await session.tenant(tx => readStored(tx, strategyId, from, LOOK))
    for (const row of chunk) {
      if (row.is_deleted || row.status === RecordState.deleted) continue
      known += 1
      if (there.has(row.key)) continue
      if (unsure.has(row.key)) doubtful += 1
      else rows.push(row)
    }
    const last = chunk.at(-1)
    if (!last || chunk.length < LOOK) break
    after = last.id
  }
  return { known, rows, isAll: there.size === 0, unsure: doubtful }
}

/** Says so, and retires nothing, where rows are missing that could belong to the groups, or more is gone than may be. */
async function isHeldBack(session: Session, gone: Gone, unreadable: number): Promise<boolean> {
  const { claim } = session
  const count = gone.rows.length
  const plan = claim.window as RunPlan | null // written by us: Runs.request
  const isSettled = count === 0 || count <= (plan?.confirmed ?? 0)
  return session.tenant(async tx => {
    const reason = isSettled ? null : await findReason(tx, session, gone, unreadable)
    const held = { [reason ?? 'unwritten']: reason === null ? 0 : count }
    if (gone.unsure > 0) held['unwritten'] = (held['unwritten'] ?? 0) + gone.unsure
    const isHeld = reason !== null || gone.unsure > 0
    await noteGone(tx, claim, { known: gone.known, vanished: count + gone.unsure, isHeld })
    for (const [why, vanished] of Object.entries(held)) {
      if (vanished === 0) continue
      const params = { vanished, known: gone.known }
      const text = sayHeld(why as Reason, params) // keys of the object above
      await addRunLine(tx, claim, { level: 'error', text, code: `groups.held.${why}`, params })
    }
    return reason !== null
  })
}

type Reason = Doubt | 'unwritten' | 'tooMany'

async function findReason(tx: Tx, { config }: Session, gone: Gone, unreadable: number): Promise<Reason | null> {
  if (unreadable > 0) return 'unwritten'
  const doubt = await findDoubt(tx, config.source.resource.slice(STORED_RECORDS.length))
  return doubt ?? (isTooMany(config, gone) ? 'tooMany' : null)
}

/** Whoever asks for each of them asks for all; a set that is exchanged as a whole has lost them already. */
function isTooMany({ source, target }: StrategyConfig, { known, rows, isAll }: Gone): boolean {
  const retirement = retirementOf(source)
  if (target.mode === 'replace' || retirement === 'ask' || retirement === 'keep') return false
  const { maxPercent, maxCount } = source.vanished ?? Vanished.parse({ maxPercent: source.deletes?.maxPercent })
  return isAll || (rows.length > maxCount && rows.length * 100 > known * maxPercent)
}

const REASONS: Record<Reason, string> = {
  tooMany: 'That is more than may be retired without a person: look at the source, then confirm it on the strategy.',
  rejected:
    'Rows of the grouped strategy were rejected and could belong to them: mend these, and the next run looks again.',
  incomplete: 'The grouped strategy was not read to its end: run it again, and the next run looks again.',
  running: 'The grouped strategy is being read just now: the next run looks again.',
  unwritten: 'Rows that are not written yet could belong to them: mend these, and the next run looks again.',
}

const sayHeld = (reason: Reason, { vanished, known }: { vanished: number; known: number }): string =>
  `${vanished} of ${known} known documents have no rows any more and were left as they are. ${REASONS[reason]}`

async function* handOn(session: Session, gone: readonly StoredRow[]): AsyncGenerator<SourcePage, void, void> {
  for (let at = 0; at < gone.length; at += CHUNK) {
    const rows = gone.slice(at, at + CHUNK)
    const texts = await session.tenant(tx => readOriginals(tx, rows))
    const records = rows.map(
      (row): SourceRecord => ({ data: toData(session, row, texts.get(row.id)), change: 'delete' }),
    )
    const isLast = at + CHUNK >= gone.length
    yield {
      records,
      cursor: isLast ? null : `${GONE}${rows.at(-1)?.id}`,
      request: 'documents whose group no row gives any more',
    }
  }
}

/** As it was last stored; the key alone where its page has been cleaned up. */
export function toData({ config }: Session, { key }: Pick<StoredRow, 'key'>, text: string | undefined): Data {
  const data = text === undefined ? null : parseJson(text)
  if (isData(data)) return data
  const fields = config.source.key
  const values = fields.length === 1 ? [key] : (JSON.parse(key) as string[]) // written by recordKey
  return Object.fromEntries(fields.map((field, index) => [field, values[index] ?? null]))
}
