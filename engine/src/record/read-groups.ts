import type { GroupPage, GroupsPresent, StoredCount } from '@sluice/connector-kit'
import {
  type Data,
  DEFAULT_MEMBERS,
  editionOf,
  Failure,
  type FailureDetail,
  isData,
  parseJson,
  RecordState,
  type StoredGrouping,
  toNumber,
  toText,
} from '@sluice/contract'
import type { TransactionOptions, Tx } from '@sluice/db'
import { compileGrouping, joinKeys, Refusal, valueKey } from '../map/index.ts'
import { readOriginals } from '../stage/read-originals.ts'
import { readPath } from '../stage/read-path.ts'
import { countStored, readStored, type StoredRow } from './read-stored.ts'

type InTenant = <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
type StoredGroup = GroupPage['records'][number]

export interface GroupRead {
  readonly strategyId: string
  readonly grouping: StoredGrouping
  readonly onlyFinished: boolean
  /** Where to go on: groups that begin after this record. */
  readonly after: string
  /** Rows of a page, unless one group has more. */
  readonly limit: number
}

// Some 60 bytes each; a group is in memory as a whole.
const MOST_ROWS = 5_000_000
export const MOST_GROUP_ROWS = 20_000
const CHUNK = 2000
/** Texts that join() may make of one group. */
const GROUP_CHARS = 16_000_000

/**
 * The stored records of a strategy as groups, in the order in which each group's first record was stored. All are looked
 * at once for what group they are of; then the groups are made, a few at a time. Deleted records belong to none. The first
 * page says how many belong to some, counted by the database.
 * @throws Failure `source.groupRow` where a record's page is no longer kept: its group would lose it
 */
export async function* readGroups(inTenant: InTenant, read: GroupRead): AsyncGenerator<GroupPage, void, void> {
  const { groups, stored, present } = await findGroups(inTenant, read)
  const toDocuments = compileDocuments(read.grouping)
  let told: Pick<GroupPage, 'stored'> = { stored }
  let batch: Group[] = []
  let rows = 0
  for (const [at, group] of groups.entries()) {
    batch.push(group)
    rows += group.rows.length
    const isLast = at === groups.length - 1
    if (!isLast && rows < read.limit) continue
    const records = await makeDocuments(inTenant, batch, toDocuments)
    yield { ...told, records, rows, ...(isLast ? { present, cursor: null } : { cursor: group.first }) }
    told = {}
    batch = []
    rows = 0
  }
  if (groups.length === 0) yield { ...told, present, records: [], rows: 0, cursor: null }
}

interface Group {
  /** Id of its first record. */
  readonly first: string
  readonly head: Data
  readonly rows: StoredRow[]
  /** Another group has the same key in text: 1 and "1" are different values, and no key tells them apart. */
  readonly alike: boolean
}

interface FoundGroups {
  /** Those left to read. */
  readonly groups: Group[]
  readonly stored: StoredCount
  readonly present: GroupsPresent
}

async function findGroups(inTenant: InTenant, read: GroupRead): Promise<FoundGroups> {
  const { by } = read.grouping
  const unwritten = new Map<string, Unwritten>()
  let unreadable = 0
  const groups = new Map<string, Group>()
  const keys = new Set<string>()
  let [count, stored] = [0, 0]
  for (let after = '0'; ; ) {
    const { rows, texts, members } = await inTenant(tx => readChunk(tx, read, after), ONE_MOMENT)
    stored += members
    for (const row of rows) {
      if (!isMember(row, read.onlyFinished)) {
        if (!isMember(row, false)) continue
        if (texts.has(row.id)) noteUnwritten(unwritten, toRow(row, texts), by)
        else unreadable += 1
        continue
      }
      if (++count > MOST_ROWS) throw tooMany()
      const data = toRow(row, texts)
      const id = joinKeys(by.map(path => valueKey(readPath(data, path))))
      const group = groups.get(id)
      if (group) {
        group.rows.push(row)
        continue
      }
      const head = readHead(data, by)
      const key = JSON.stringify(by.map(path => toText(head[path])))
      groups.set(id, { first: row.id, head, rows: [row], alike: keys.has(key) })
      keys.add(key)
    }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) break
    after = last.id
  }
  const all = [...groups.values()]
  const left = all.filter(group => BigInt(group.first) > BigInt(read.after))
  return {
    groups: left,
    stored: { rows: stored, before: countRows(all) - countRows(left) },
    present: { ...listPresent(read.grouping, groups, unwritten), unreadable },
  }
}

/** Rows of one group that are left out because they are not written yet. */
interface Unwritten {
  readonly head: Data
  rows: number
}

function noteUnwritten(found: Map<string, Unwritten>, data: Data, by: readonly string[]): void {
  const id = joinKeys(by.map(path => valueKey(readPath(data, path))))
  const known = found.get(id)
  if (known) known.rows += 1
  else found.set(id, { head: readHead(data, by), rows: 1 })
}

/** Rows that are not written yet would make their group, or further parts of it. */
function listPresent(
  { maxLines }: StoredGrouping,
  groups: ReadonlyMap<string, Group>,
  unwritten: ReadonlyMap<string, Unwritten>,
): Omit<GroupsPresent, 'unreadable'> {
  const partsOf = (rows: number): number => (maxLines === undefined ? Math.min(rows, 1) : Math.ceil(rows / maxLines))
  const list = (head: Data, from: number, to: number): Data[] =>
    Array.from({ length: to - from }, (_, at) => (maxLines === undefined ? head : { ...head, part: from + at + 1 }))
  return {
    heads: [...groups.values()].flatMap(({ head, rows }) => list(head, 0, partsOf(rows.length))),
    unsure: [...unwritten].flatMap(([id, { head, rows }]) => {
      const there = groups.get(id)?.rows.length ?? 0
      return list(head, partsOf(there), partsOf(there + rows))
    }),
  }
}

const countRows = (groups: readonly Group[]): number => groups.reduce((sum, { rows }) => sum + rows.length, 0)

/** Records are read and counted as they are at one moment. */
const ONE_MOMENT = { isolation: 'repeatable read', readOnly: true } as const

async function readChunk(tx: Tx, { strategyId, onlyFinished }: GroupRead, after: string) {
  const rows = await readStored(tx, strategyId, after, CHUNK)
  const until = rows.length < CHUNK ? null : rows.at(-1)!.id // a full chunk has a last row
  return {
    rows,
    members: await countStored(tx, strategyId, { after, until, onlyFinished }),
    texts: await readOriginals(
      tx,
      rows.filter(row => !row.is_deleted),
    ),
  }
}

const isMember = ({ status, is_deleted }: StoredRow, onlyFinished: boolean): boolean =>
  !is_deleted && status !== RecordState.deleted && (!onlyFinished || status === RecordState.finished)

/** What a row gives to its group's key: the same from each row of the group, so a number has no digits but those of its amount. */
export function readHead(data: Data, by: readonly string[]): Data {
  return Object.fromEntries(
    by.flatMap(path => {
      const value = readPath(data, path)
      if (value === undefined) return []
      const { kind, text } = valueKey(value)
      return [[path, kind === 'number' ? toNumber(text) : value] as const]
    }),
  )
}

/** Nothing is left out in silence: a group without one of its rows would overwrite the whole one. */
function toRow(row: StoredRow, texts: ReadonlyMap<string, string>): Data {
  const text = texts.get(row.id)
  const data = text === undefined ? null : parseJson(text)
  if (isData(data)) return data
  throw new Failure({
    code: 'source.groupRow',
    message: `The data of the record ${row.key} is no longer kept, so its group would lack it. Nothing was read.`,
    advice:
      'Delete the stored records of the grouped strategy and read it in full; what is grouped is kept from then on.',
  })
}

const tooMany = (): Failure =>
  new Failure({
    code: 'source.groupRows',
    message: `The grouped strategy has more than ${MOST_ROWS} records, more than can be grouped in one read.`,
    advice: 'Group in the query of the source, or split the strategy.',
  })

type ToDocuments = (group: Group, rows: readonly Data[]) => StoredGroup[] | FailureDetail

/** Documents of at most so many rows each; with a bound they are numbered, and each names its own rows. */
function compileDocuments(grouping: StoredGrouping): ToDocuments {
  const toGroups = compileGrouping(grouping, editionOf(grouping))
  const { maxLines, members = DEFAULT_MEMBERS } = grouping
  return (group, rows) => {
    const documents = toGroups(rows, { charsLeft: GROUP_CHARS })
    if (documents instanceof Refusal)
      return { code: documents.code, message: `The group ${documents.rule}.`, retry: 'never' }
    const size = maxLines ?? rows.length
    const ids = group.rows.map(({ id }) => id)
    return documents.map((document: Data, at) => ({
      data: {
        ...document,
        ...group.head,
        ...(maxLines === undefined ? {} : { part: at + 1 }),
        recordIds: ids.slice(at * size, (at + 1) * size),
      },
      rows: (document[members] as readonly unknown[]).length, // made by compileGrouping
    }))
  }
}

/** Groups share pages, so all of a batch are read together: each for itself took a page apart for every row. */
async function makeDocuments(
  inTenant: InTenant,
  groups: readonly Group[],
  toDocuments: ToDocuments,
): Promise<StoredGroup[]> {
  const whole = groups.filter(group => findRefusal(group) === null)
  const texts = await inTenant(tx =>
    readOriginals(
      tx,
      whole.flatMap(group => group.rows),
    ),
  )
  return groups.flatMap(group => {
    const refusal = findRefusal(group)
    if (refusal) return [refuse(group, refusal)]
    const rows = group.rows.map(row => toRow(row, texts))
    const documents = toDocuments(group, rows)
    return Array.isArray(documents) ? documents : [refuse(group, documents)]
  })
}

const findRefusal = (group: Group): FailureDetail | null =>
  group.alike ? alike : group.rows.length > MOST_GROUP_ROWS ? tooLarge(group.rows.length) : null

const refuse = ({ head, rows }: Group, failure: FailureDetail): StoredGroup => ({
  data: head,
  rows: rows.length,
  failure,
})

const alike: FailureDetail = {
  code: 'source.groupAlike',
  message: 'Another group has the same key in text: one as a number and one as a text, for example.',
  retry: 'never',
  advice: 'Make these values of one type in the strategy that stores the rows.',
}

const tooLarge = (rows: number): FailureDetail => ({
  code: 'source.groupSize',
  message: `The group has ${rows} rows, more than the ${MOST_GROUP_ROWS} that one may have.`,
  retry: 'never',
  advice: 'Group by one more field.',
})
