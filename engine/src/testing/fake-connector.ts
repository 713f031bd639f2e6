import {
  type AdapterNotes,
  type Connection,
  type Connector,
  defineManifest,
  type FollowRequest,
  type FoundRow,
  type Replacement,
  type ResourcePart,
  type RowText,
  RowTextBuilder,
  type Source,
  type SourcePage,
  type SourceRecord,
  type StructureChange,
  type Target,
  type TargetRecord,
  type TextField,
  TextLayout,
  type TextWriter,
  type WriteGuarantee,
  type WriteOutcome,
} from '@sluice/connector-kit'
import { type Data, Failure, type Resource, toJson, toText } from '@sluice/contract'

/** What happened in the far system, in order; a change is kept until it is acknowledged. */
export class FakeStream {
  readonly changes: SourceRecord[] = []
  /** What became of the table, and before which change. */
  readonly structures = new Map<number, StructureChange>()
  readonly acknowledged: string[] = []
  readonly forgotten: string[] = []
  readonly readers = new Set<string>()
  lagBytes = 0
  /** How often it was asked how much it keeps. */
  lagsRead = 0
  /** Called before changes are passed on; may throw. */
  beforePage: () => void = () => undefined
  #wake: () => void = () => undefined
  #broken: { readonly error: unknown } | null = null

  /** Whoever follows at this moment meets the error at once, in the middle of whatever the engine does. */
  break(error: unknown): void {
    this.#broken = { error }
    this.#wake()
  }

  push(...changes: readonly SourceRecord[]): void {
    this.changes.push(...changes)
    this.#wake()
  }

  /** Before the next change. */
  tell(structure: StructureChange): void {
    this.structures.set(this.changes.length, structure)
  }

  async *follow({ reader, cursor, pageSize, signal }: FollowRequest): AsyncGenerator<SourcePage> {
    this.readers.add(reader)
    signal.addEventListener('abort', () => this.#wake())
    for (let at = Number(cursor ?? 0); !signal.aborted; ) {
      if (this.#broken) {
        const { error } = this.#broken
        this.#broken = null
        throw error
      }
      if (at < this.changes.length) {
        this.beforePage()
        const structure = this.structures.get(at)
        const [end = at + pageSize] = [...this.structures.keys()].filter(each => each > at && each < at + pageSize)
        const records = this.changes.slice(at, end)
        at += records.length
        const cursor = String(at)
        yield { records, cursor, progress: { phase: 'stream', position: cursor }, ...(structure && { structure }) }
      } else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }
}

const followFake = (stream: FakeStream): Partial<Source> => ({
  follow: request => stream.follow(request),
  acknowledge: async cursor => void stream.acknowledged.push(cursor),
  async readLag() {
    stream.lagsRead += 1
    return { bytes: stream.lagBytes, seconds: 0, records: null }
  },
  forget: async reader => void stream.forgotten.push(reader),
})

/** A far system in memory: one list to read, one table to write, and knobs for everything that can go wrong. */
export class FakeSystem {
  /** What the source answers with, in this order. */
  rows: SourceRecord[] = []
  /** What the target holds, by its key field `id`. */
  readonly table = new Map<string, Data>()
  /** Every batch that reached the target, in order. */
  readonly batches: (readonly TargetRecord[])[] = []
  /** Where each read began and which window it had. */
  readonly reads: { readonly cursor: string | null; readonly window: unknown }[] = []
  guarantee: WriteGuarantee = 'upsert'
  /** The source keeps its rows as text, and the target takes such rows. */
  isText = false
  /** Each page is parsed from an answer of its own. */
  isAnswers = false
  /** Every batch of rows that reached the target as text, refused ones too. */
  readonly textBatches: (readonly Data[])[] = []
  /** The most of them that were under way at one time. */
  textsAtOnce = 0
  #textsUnderWay = 0
  /** How often a page of text was asked for its records, which decodes all of them. */
  decodedPages = 0
  resource: Resource = {
    id: 'orders',
    label: 'orders',
    kind: 'table',
    direction: 'both',
    fields: [],
    key: ['id'],
  }
  /** What discovery lists; the resource alone by default. In parts where `inParts`, each preceded by `beforePart`. */
  listed: readonly Resource[] | undefined
  inParts = false
  beforePart: (after: string | null) => void | Promise<void> = () => undefined
  /** undefined: cannot say. */
  highWater: ((field: string) => string | null) | undefined
  /** Called before a page is answered; may throw or wait. */
  beforePage: (start: number) => void | Promise<void> = () => undefined
  /** Called before a batch is taken; may throw (nothing taken) or wait. */
  beforeWrite: (batch: readonly TargetRecord[], signal: AbortSignal) => void | Promise<void> = () => undefined
  /** null: the record is written. */
  closeTarget: () => void = () => undefined
  judge: (record: TargetRecord) => WriteOutcome | null = () => null
  /** Called after a batch was taken, before its answer leaves; may throw (answer lost). */
  afterWrite: (batch: readonly TargetRecord[]) => void | Promise<void> = () => undefined
  openFailures: Failure[] = []
  /** As those of connectors that dial when a side is opened. */
  sideFailures: Failure[] = []
  /** Windows may be of any field. */
  seeks = true
  /** No row comes twice in one read. */
  listsOnce = false
  /** The fields of the resource are the source's own list. */
  hasCatalogue = false
  /** How often it was asked for them. */
  describes = 0
  /** Records without a change time, as the source counts them. */
  untimed = 0
  /** Set: the source lists versions of files. */
  versions: readonly string[] | undefined
  /** What reads were told to be known, by run. */
  readonly seen: (readonly string[] | null)[] = []
  asksLastRead = false
  readonly lastReads: (string | null)[] = []
  /** Told with each page. */
  notices: NonNullable<SourcePage['notices']> = []
  canDelete = true
  isCounted = false
  findsAtOnce = false
  /** Sets that were written beside the table and not discarded, by the run's id. */
  readonly sets = new Map<string, Map<string, Data>>()
  beforeSwap: (count: number) => void = () => undefined
  afterSwap: () => void = () => undefined
  /** Of both sides; a connector notes it as it opens one. */
  adapter: Parameters<AdapterNotes['adapter']>[0] | undefined
  /** Set: how the stored records of a strategy are read as groups. */
  groups: ((read: { readonly cursor: string | null; readonly limit: number }) => AsyncIterable<SourcePage>) | undefined
  /** Set: the source can be followed, from its first change on. */
  stream: FakeStream | undefined

  setRows(rows: readonly Data[]): void {
    this.rows = rows.map(data => ({ data }))
  }

  async listPart(after: string | null, limit: number): Promise<ResourcePart> {
    await this.beforePart(after)
    const rest = (this.listed ?? []).filter(({ id }) => after === null || id > after)
    const resources = rest.slice(0, limit)
    return { resources, next: rest.length > limit ? (resources.at(-1)?.id ?? null) : null }
  }

  /** How often each key was sent. */
  countWrites(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const batch of this.batches)
      for (const { data } of batch) counts.set(toText(data['id']), (counts.get(toText(data['id'])) ?? 0) + 1)
    return counts
  }

  async *read(
    cursor: string | null,
    field: string | null,
    bounds: Bounds,
    pageSize: number,
  ): AsyncGenerator<SourcePage> {
    this.reads.push({ cursor, window: field === null ? null : { field, ...bounds } })
    const rows = this.rows.filter(row => field === null || isWithin(toText(row.data?.[field]), bounds))
    for (let start = Number(cursor ?? 0); ; start += pageSize) {
      await this.beforePage(start)
      const end = start + pageSize
      const isLast = end >= rows.length
      const part = {
        records: rows.slice(start, end),
        cursor: isLast ? null : String(end),
        request: `rows ${start} to ${end}`,
        ...(this.notices.length > 0 && { notices: this.notices }),
      }
      const raw = Buffer.from(JSON.stringify(part.records.map(({ data }) => data)))
      yield this.isText ? this.#toText(part) : this.isAnswers ? { ...part, raw } : part
      if (isLast) return
    }
  }

  #toText(page: SourcePage): SourcePage {
    const rows = makeText(page.records)
    if (rows.count === 0) return page
    const noteDecoding = (): readonly SourceRecord[] => {
      this.decodedPages += 1
      return page.records
    }
    return {
      ...page,
      rows,
      get records() {
        return noteDecoding()
      },
    }
  }

  planText(fields: readonly TextField[]): TextWriter {
    const write = async (rows: RowText, signal: AbortSignal): Promise<boolean> => {
      this.#textsUnderWay += 1
      this.textsAtOnce = Math.max(this.textsAtOnce, this.#textsUnderWay)
      return this.#writeText(rows, fields, signal).finally(() => {
        this.#textsUnderWay -= 1
      })
    }
    return { write, atOnce: 2 }
  }

  /** All or none, as a database does it. */
  async #writeText(rows: RowText, fields: readonly TextField[], signal: AbortSignal): Promise<boolean> {
    const batch = Array.from({ length: rows.count }, (_, index): TargetRecord => {
      const values = Object.values(rows.decode(index))
      const data = Object.fromEntries(fields.map(({ field, from }) => [field, values[from] ?? null]))
      return { data, idempotencyKey: '' }
    })
    await this.beforeWrite(batch, signal)
    this.textBatches.push(batch.map(({ data }) => data))
    if (batch.some(record => this.judge(record) !== null)) return false
    for (const { data } of batch) this.table.set(toText(data['id']), data)
    await this.afterWrite(batch)
    return true
  }

  async write(batch: readonly TargetRecord[], signal: AbortSignal, table = this.table): Promise<WriteOutcome[]> {
    await this.beforeWrite(batch, signal)
    this.batches.push(batch)
    const outcomes = batch.map((record): WriteOutcome => {
      const verdict = this.judge(record)
      if (verdict) return verdict
      const key = toText(record.data['id'])
      if (record.change === 'delete')
        return table.delete(key) ? { kind: 'written' } : { kind: 'skipped', reason: 'There is none.' }
      table.set(key, record.data)
      return { kind: 'written', targetKey: `T-${key}` }
    })
    await this.afterWrite(batch)
    return outcomes
  }
}

/** Rows of whole numbers and texts, all with the fields of the first. */
function makeText(records: readonly SourceRecord[]): RowText {
  const first = records[0]?.data ?? {}
  const names = Object.keys(first)
  const layout = new TextLayout(names.map(name => ({ name, type: typeof first[name] === 'number' ? 'whole' : 'text' })))
  const builder = new RowTextBuilder(layout, 0)
  for (const { data } of records) {
    const line = Buffer.from(names.map(name => (data?.[name] === null ? '\\N' : toText(data?.[name]))).join('\t'))
    builder.add(line, 0, line.length)
    builder.endRow(0)
  }
  return builder.finish()
}

interface Bounds {
  readonly from: string | null
  readonly to: string | null
}

const isWithin = (text: string, { from, to }: Bounds): boolean =>
  (from === null || text >= from) && (to === null || text <= to)

export function createFakeConnector(system: FakeSystem): Connector {
  const manifest = defineManifest({
    id: 'fake',
    name: { zh: '模拟', en: 'Fake' },
    group: 'other',
    describe: { zh: '测试用', en: 'For tests' },
    icon: { text: 'F', color: '#000000' },
    roles: ['source', 'target'],
    params: [
      { field: 'host', label: { zh: '地址', en: 'Address' }, type: 'text', is_required: true },
      { field: 'password', label: { zh: '密码', en: 'Password' }, type: 'password', encryption: true },
    ],
  })
  return {
    manifest,
    open: async (_params, { notes }) => {
      const failure = system.openFailures.shift()
      if (failure) throw failure
      return openFake(system, () => system.adapter && notes?.adapter(system.adapter))
    },
  }
}

function openFake(system: FakeSystem, note: () => void): Connection {
  const { highWater } = system
  return {
    async *test() {
      yield { name: 'network', label: { zh: '网络', en: 'Network' }, ok: true, elapsedMs: 1 }
    },
    discover: async () => {
      await system.beforePart(null)
      return system.listed ?? [system.resource]
    },
    ...(system.inParts ? { discoverPart: (after: string | null, limit: number) => system.listPart(after, limit) } : {}),
    describe: async id => {
      system.describes += 1
      const known = [system.resource, ...(system.listed ?? [])].find(resource => resource.id === id)
      if (known) return known
      throw new Failure({ code: 'resource.missing', message: `There is no table ${id}.`, value: id })
    },
    openSource: async ({ group }) => ({
      ...(system.stream ? followFake(system.stream) : {}),
      ...(highWater === undefined ? {} : { readHighWater: async (field: string) => highWater(field) }),
      seeks: system.seeks,
      listsOnce: system.listsOnce,
      hasCatalogue: system.hasCatalogue,
      ...(system.untimed > 0 && { countUntimed: async () => system.untimed }),
      ...(system.versions && { listVersions: async () => system.versions ?? [] }),
      asksLastRead: system.asksLastRead,
      read: ({ cursor, window, pageSize, seen, lastRead = null }) => {
        system.seen.push(seen ? [...seen] : null)
        system.lastReads.push(lastRead)
        return (
          (group && system.groups?.({ cursor, limit: pageSize })) ??
          system.read(cursor, window?.field ?? null, { from: window?.from ?? null, to: window?.to ?? null }, pageSize)
        )
      },
      close: async () => undefined,
    }),
    openTarget: async (): Promise<Target> => {
      const failure = system.sideFailures.shift()
      if (failure) throw failure
      const { guarantee, canDelete, isCounted, findsAtOnce } = system
      return {
        ...{ guarantee, canDelete, isCounted, findsAtOnce },
        key: ['id'],
        find: async records => records.map(record => findIn(system.table, record)),
        planText: (_, fields) => (system.isText ? system.planText(fields) : null),
        write: (batch, signal) => system.write(batch, signal),
        close: async () => system.closeTarget(),
      }
    },
    openReplacement: async (_config, id): Promise<Replacement> => {
      note()
      const set = new Map<string, Data>()
      system.sets.set(id, set)
      return {
        guarantee: 'upsert',
        write: (batch, signal) => system.write(batch, signal, set),
        swap: async count => {
          system.beforeSwap(count)
          if (count !== set.size) throw new Failure({ code: 'target.count', message: `${set.size} are not ${count}` })
          system.table.clear()
          for (const [key, data] of set) system.table.set(key, data)
          system.sets.delete(id)
          system.afterSwap()
        },
        discard: async () => void system.sets.delete(id),
        close: async () => system.closeTarget(),
      }
    },
    close: async () => undefined,
  }
}

function findIn(table: ReadonlyMap<string, Data>, record: TargetRecord): FoundRow {
  const held = table.get(toText(record.data['id']))
  if (record.change === 'delete') return held ? { kind: 'different', fields: [] } : { kind: 'equal' }
  if (!held) return { kind: 'missing' }
  if (toJson(held) === toJson(record.data)) return { kind: 'equal' }
  const fields = Object.keys(record.data).filter(name => toText(held[name]) !== toText(record.data[name]))
  return { kind: 'different', fields, held: Object.fromEntries(fields.map(name => [name, toText(held[name])])) }
}
