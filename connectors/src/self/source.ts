import type {
  ConnectorContext,
  ReadRequest,
  RecordStore,
  Source,
  SourcePage,
  StoredRecord,
} from '@sluice/connector-kit'
import { QueueSource } from '@sluice/connector-kit/queue'
import {
  Failure,
  type ParamValues,
  RecordState,
  type SourceConfig,
  STORED_RECORDS,
  type StoredGrouping,
} from '@sluice/contract'
import { InboxReader } from './inbox-reader.ts'

export const RECEIVE = 'passive.receive'

/** @throws Failure `resource.missing` */
export async function openSelfSource(
  { records: store, now }: Pick<ConnectorContext, 'records' | 'now'>,
  config: SourceConfig,
  options: ParamValues,
): Promise<Source> {
  const { resource, group } = config
  if (resource === RECEIVE) {
    const inbox = typeof options['inbox'] === 'string' && options['inbox'] !== '' ? options['inbox'] : 'default'
    return new QueueSource(new InboxReader(store, inbox), { format: 'json', propertiesField: '' }, now)
  }
  const strategy = (await store.list()).find(each => `${STORED_RECORDS}${each.id}` === resource)
  if (!strategy) throw missing(resource)
  const isWanted = (record: StoredRecord): boolean =>
    options['records'] !== 'finished' || record.state === RecordState.finished
  if (group) return groupSource({ store, strategy, group, onlyFinished: options['records'] === 'finished' })
  return pageBy(`strategy ${strategy.name}`, async (cursor, limit) => {
    const page = await store.read(strategy.id, cursor, limit)
    return { cursor: page.cursor, records: page.records.filter(isWanted) }
  })
}

export const missing = (resource: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `This platform has no ${resource}.`,
    advice: 'Choose one of the listed resources; the strategy may have been deleted.',
    value: resource,
  })

type ReadStored = (
  cursor: string | null,
  limit: number,
) => Promise<{ readonly records: readonly StoredRecord[]; readonly cursor: string | null }>

function pageBy(what: string, read: ReadStored): Source {
  return {
    read: request => readPages(what, read, request),
    close: async () => undefined,
  }
}

async function* readPages(what: string, read: ReadStored, request: ReadRequest): AsyncGenerator<SourcePage> {
  if (request.window) throw noWindow(what)
  let cursor = request.cursor
  do {
    if (request.signal.aborted) throw stopped(what)
    const asked = cursor
    const page = await read(cursor, request.pageSize)
    cursor = page.cursor
    yield {
      records: page.records.map(record => ({ data: record.data })),
      cursor,
      request: `read ${what} after ${asked ?? 'the start'}`,
    }
  } while (cursor !== null)
}

const stopped = (what: string): Failure =>
  new Failure({ code: 'egress.aborted', message: `Reading ${what} was stopped.`, retry: 'later' })

/** Stored records have no order by a field of theirs, so a window could only pretend to be one. */
const noWindow = (what: string): Failure =>
  new Failure({
    code: 'source.window',
    message: `The ${what} is always read as a whole; increments by a field are not possible.`,
    advice: 'Switch off the increment: records already taken are recognised by their key.',
    field: 'increment',
  })

interface Grouped {
  readonly store: RecordStore
  readonly strategy: { readonly id: string; readonly name: string }
  readonly group: StoredGrouping
  readonly onlyFinished: boolean
}

/** What is grouped, and by which key, was checked by whoever opens a source. */
function groupSource({ store, strategy, group, onlyFinished }: Grouped): Source {
  const what = `strategy ${strategy.name}`
  return {
    async *read({ window, cursor, pageSize, signal }) {
      if (window) throw noWindow(what)
      const read = { strategyId: strategy.id, grouping: group, onlyFinished, cursor, limit: pageSize }
      for await (const { rows, ...page } of store.readGroups(read)) {
        if (signal.aborted) throw stopped(what)
        yield { ...page, request: `group ${rows} records of ${what}` }
      }
    },
    close: async () => undefined,
  }
}
