import {
  type Connection,
  type Connector,
  defineManifest,
  type SourcePage,
  type SourceRecord,
  type Target,
  type TargetRecord,
  type WriteGuarantee,
  type WriteOutcome,
} from '@sluice/connector-kit'
import { type Data, Failure, type Resource, toText } from '@sluice/contract'

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
  resource: Resource = {
    id: 'orders',
    label: 'orders',
    kind: 'table',
    direction: 'both',
    fields: [],
    key: ['id'],
  }
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

  setRows(rows: readonly Data[]): void {
    this.rows = rows.map(data => ({ data }))
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
      yield { records: rows.slice(start, end), cursor: isLast ? null : String(end), request: `rows ${start} to ${end}` }
      if (isLast) return
    }
  }

  async write(batch: readonly TargetRecord[], signal: AbortSignal): Promise<WriteOutcome[]> {
    await this.beforeWrite(batch, signal)
    this.batches.push(batch)
    const outcomes = batch.map((record): WriteOutcome => {
      const verdict = this.judge(record)
      if (verdict) return verdict
      const key = toText(record.data['id'])
      this.table.set(key, record.data)
      return { kind: 'written', targetKey: `T-${key}` }
    })
    await this.afterWrite(batch)
    return outcomes
  }
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
    open: async () => {
      const failure = system.openFailures.shift()
      if (failure) throw failure
      return openFake(system)
    },
  }
}

function openFake(system: FakeSystem): Connection {
  const { highWater } = system
  return {
    async *test() {
      yield { name: 'network', label: { zh: '网络', en: 'Network' }, ok: true, elapsedMs: 1 }
    },
    discover: async () => [system.resource],
    describe: async id => {
      if (id === system.resource.id) return system.resource
      throw new Failure({ code: 'resource.missing', message: `There is no table ${id}.`, value: id })
    },
    openSource: async () => ({
      ...(highWater === undefined ? {} : { readHighWater: async (field: string) => highWater(field) }),
      read: ({ cursor, window, pageSize }) =>
        system.read(cursor, window?.field ?? null, { from: window?.from ?? null, to: window?.to ?? null }, pageSize),
      close: async () => undefined,
    }),
    openTarget: async (): Promise<Target> => ({
      guarantee: system.guarantee,
      write: (batch, signal) => system.write(batch, signal),
      close: async () => system.closeTarget(),
    }),
    close: async () => undefined,
  }
}
