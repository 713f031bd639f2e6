import type {
  Connection,
  Connector,
  Replacement,
  Source,
  SourcePage,
  Target,
  WriteOutcome,
} from '@sluice/connector-kit'
import { toText } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import type { EngineDeps } from '@sluice/engine'

/**
 * Bugs that a harness worth its name finds, put between the engine and its surroundings. None has a trace in the
 * product: each is a wrapper around what the engine is given.
 */
const bugs: Readonly<Record<string, (deps: EngineDeps) => EngineDeps>> = {
  'cursor-before-rows': deps => ({ ...deps, database: moveCursorFirst(deps.database) }),
  'no-fencing': deps => ({ ...deps, database: rewrite(deps.database, dropFence) }),
  'cursor-greater': deps => ({ ...deps, connectors: deps.connectors.map(skipLowerBound) }),
  'retry-of-unknown': deps => ({ ...deps, connectors: deps.connectors.map(promiseTooMuch) }),
  'torn-refresh': deps => ({ ...deps, connectors: deps.connectors.map(exchangeTooSoon) }),
  'finished-before-written': deps => ({ ...deps, connectors: deps.connectors.map(answerTooSoon) }),
}

export const bugNames = Object.keys(bugs)

export function plantBug(name: string, deps: EngineDeps): EngineDeps {
  const plant = bugs[name]
  if (!plant) throw new Error(`planting a bug: there is none named ${name}`)
  return plant(deps)
}

type Query = Tx['query']

/** The same thing with some members replaced; the others work on the thing itself, which may have private fields. */
function replace<T extends object>(whole: T, parts: Partial<T>): T {
  return new Proxy(whole, {
    get(target, name) {
      if (name in parts) return parts[name as keyof T]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function wrapTx(database: Database, wrap: (tx: Tx) => Tx): Database {
  return {
    ...database,
    withTenant: (tenantId, work, options) => database.withTenant(tenantId, tx => work(wrap(tx)), options),
    withSystem: (work, options) => database.withSystem(tx => work(wrap(tx)), options),
  }
}

function rewrite(database: Database, change: (text: string) => string): Database {
  return wrapTx(database, tx =>
    replace(tx, {
      query: (text, values, options) => tx.query(change(text), values, options),
      execute: (text, values, options) => tx.execute(change(text), values, options),
    }),
  )
}

/** Whoever holds the number of the run may write for it. */
const dropFence = (text: string): string =>
  text
    .replace(/\bfence = \$(\d+)(?!\d)/g, '$$$1::bigint is not null')
    .replace(/r\.fence = mine\.fence and /g, '')
    .replace('returning r.id, r.fence, r.state', 'returning r.id, mine.fence, r.state')

/** The source's place is made durable on its own, before the rows it stands for. */
function moveCursorFirst(database: Database): Database {
  return wrapTx(database, tx => {
    const query: Query = async (text, values, options) => {
      if (options?.name === 'page_land' && values) {
        const [tenantId, runId] = values
        // The last three of the statement's values: whether the cursor moves, where to, and whether all is read.
        const [moves, cursor, isComplete] = values.slice(-3)
        await database.withTenant(String(tenantId), early =>
          early.execute(
            `update run set cursor = case when $3::boolean then $4 else cursor end,
               read_complete = read_complete or $5::boolean where tenant_id = $1 and id = $2`,
            [tenantId, runId, moves, cursor, isComplete],
          ),
        )
      }
      return tx.query(text, values, options)
    }
    return replace(tx, { query })
  })
}

/** Rows that pass as text would pass by the wrapper. */
const WITHOUT_TEXT = { planText: () => null }

interface Sides {
  source?(source: Source): Source
  target?(target: Target): Target
}

function wrapConnector(connector: Connector, { source, target }: Sides): Connector {
  const wrap = (connection: Connection): Connection => {
    const { openSource, openTarget } = connection
    return replace(connection, {
      ...(openSource && source
        ? { openSource: async config => source(await openSource.call(connection, config)) }
        : {}),
      ...(openTarget && target
        ? { openTarget: async config => target(await openTarget.call(connection, config)) }
        : {}),
    })
  }
  return { ...connector, open: async (params, context) => wrap(await connector.open(params, context)) }
}

/** Rows equal to the lower bound are taken for known. */
const skipLowerBound = (connector: Connector): Connector =>
  wrapConnector(connector, {
    source: source =>
      replace(source, {
        async *read(request) {
          for await (const page of source.read(request)) {
            const from = request.window?.from ?? null
            const field = request.window?.field ?? ''
            const isOld = ({ data }: SourcePage['records'][number]): boolean =>
              from !== null && toText(data?.[field]) === from
            const { rows: _, ...rest } = page
            yield { ...rest, records: page.records.filter(record => !isOld(record)) }
          }
        },
      }),
  })

/** A target without repeat protection is treated as if it had one. */
const promiseTooMuch = (connector: Connector): Connector =>
  wrapConnector(connector, {
    target: target =>
      target.guarantee !== 'none'
        ? target
        : replace(target, {
            ...WITHOUT_TEXT,
            guarantee: 'idempotencyKey',
            write: async (batch, signal) => (await target.write(batch, signal)).map(retryUnknown),
          }),
  })

const retryUnknown = (outcome: WriteOutcome): WriteOutcome =>
  outcome.kind === 'unknown' ? { kind: 'failed', failure: { ...outcome.failure, retry: 'later' } } : outcome

/** Records count as written while their bytes are still on the way. */
const answerTooSoon = (connector: Connector): Connector =>
  wrapConnector(connector, {
    target: target =>
      replace(target, {
        ...WITHOUT_TEXT,
        async write(batch, signal) {
          setTimeout(() => void Promise.resolve(target.write(batch, signal)).catch(() => undefined), 50)
          return batch.map((): WriteOutcome => ({ kind: 'written' }))
        },
      }),
  })

/** The new set takes the old one's place when its first rows are in; the others follow into the open. */
const exchangeTooSoon = (connector: Connector): Connector => {
  const wrap = (connection: Connection): Connection => {
    const { openReplacement, openTarget } = connection
    if (!openReplacement || !openTarget) return connection
    return replace(connection, {
      async openReplacement(config, id) {
        const beside = await openReplacement.call(connection, config, id)
        const open = await openTarget.call(connection, { ...config, mode: 'upsert' })
        let isExchanged = false
        return replace<Replacement>(beside, {
          ...WITHOUT_TEXT,
          async write(batch, signal) {
            if (isExchanged) return open.write(batch, signal)
            const outcomes = await beside.write(batch, signal)
            await beside.swap(batch.length)
            isExchanged = true
            return outcomes
          },
          swap: async () => undefined,
          discard: async () => undefined,
        })
      },
    })
  }
  return { ...connector, open: async (params, context) => wrap(await connector.open(params, context)) }
}
