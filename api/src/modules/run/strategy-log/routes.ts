import { setTimeout as wait } from 'node:timers/promises'
import type { Parsed } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readOnward } from '../../../http/read-chosen.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import type { strategyLog } from './contract.ts'
import { findName, type LineRow, listNewer, listRunStretch, listStretch } from './store.ts'

type Contract = typeof strategyLog
type Filter = Parsed<Contract['export']>['body']

/** One statement reads so many lines; what is wanted of them is chosen here, because people search what they read. */
const STRETCH = 1000
/** A search looks through so many lines, then answers with what it has and where to go on. */
const LOOKED_AT = 20_000
const TAIL_MS = 1000
const TAIL_LINES = 200

export const createStrategyLogRoutes = (): Handlers<Contract> => ({
  async search({ params: { id }, body: { before, pageSize, ...filter } }, ctx) {
    await ctx.tenant(tx => requireName(tx, id))
    const rows: LineRow[] = []
    let at = before ?? null
    for (let looked = 0; looked < LOOKED_AT; looked += STRETCH) {
      const { lines, isEnd } = await readStretch(id, at, filter, ctx)
      for (const line of lines) {
        at = line.id
        if (!isWanted(line, filter)) continue
        rows.push(line)
        if (rows.length >= pageSize) return { rows: rows.map(describe), next: at }
      }
      if (isEnd) return { rows: rows.map(describe), next: null }
    }
    return { rows: rows.map(describe), next: at }
  },
  tail: async ({ params: { id }, query }, ctx) => {
    await ctx.tenant(tx => requireName(tx, id))
    return watch(id, query.after, ctx)
  },
  async export({ params: { id }, body }, ctx) {
    const name = await ctx.tenant(async tx => {
      const found = await requireName(tx, id)
      await ctx.audit(tx, { objectType: 'strategy', objectId: id, objectName: found, after: body })
      return found
    })
    return new FileAnswer(`${name}.log`, 'text/plain; charset=utf-8', writeLines(id, body, ctx))
  },
})

/** Told in the caller's language; the end is also where the asked time begins. */
async function readStretch(id: string, before: string | null, filter: Filter, ctx: RouteContext) {
  const { run_id, from } = filter
  const found = await ctx.tenant(tx =>
    run_id === undefined ? listStretch(tx, id, before, STRETCH) : listRunStretch(tx, id, before, STRETCH, run_id),
  )
  const last = found.at(-1)
  const isPast = from !== undefined && last !== undefined && Date.parse(last.created_at) < Date.parse(from)
  return { lines: found.map(line => tell(line, ctx)), isEnd: found.length < STRETCH || isPast }
}

const tell = (line: LineRow, ctx: RouteContext): LineRow => ({ ...line, text: ctx.tell(line.text) })

function isWanted(line: LineRow, { level, keyword, from, to }: Filter): boolean {
  if (level && level.length > 0 && !level.some(each => each === line.level)) return false
  const atMs = Date.parse(line.created_at)
  if (from !== undefined && atMs < Date.parse(from)) return false
  if (to !== undefined && atMs >= Date.parse(to)) return false
  return !keyword || line.text.toLowerCase().includes(keyword.toLowerCase())
}

type Level = 'record' | 'notice' | 'success' | 'error' | 'fatal'
const describe = (line: LineRow) => ({ ...line, level: line.level as Level }) // checked by the table

async function* watch(id: string, after: string | undefined, ctx: RouteContext) {
  let at = after ?? (await ctx.tenant(tx => listStretch(tx, id, null, 1)))[0]?.id ?? '0'
  while (!ctx.signal.aborted) {
    const since = at
    for (const line of await ctx.tenant(tx => listNewer(tx, id, since, TAIL_LINES))) {
      at = line.id
      yield describe(tell(line, ctx))
    }
    await wait(TAIL_MS, undefined, { signal: ctx.signal }).catch(() => undefined)
  }
}

async function* writeLines(id: string, filter: Filter, ctx: RouteContext): AsyncGenerator<string> {
  const first = await findStart(id, filter, ctx)
  if (first === null) return
  const lines = readOnward<LineRow>((last, limit) =>
    ctx.tenant(tx => listNewer(tx, id, last?.id ?? first, limit, filter.run_id)),
  )
  for await (const line of lines) {
    const told = tell(line, ctx)
    if (isWanted(told, filter)) yield `${told.created_at} ${told.level.padEnd(7)} ${oneLine(told.text)}\n`
  }
}

/** The line before the first of the file: the way back from the newest keeps nothing but where it has come to. */
async function findStart(id: string, { run_id, from }: Filter, ctx: RouteContext): Promise<string | null> {
  if (from === undefined) return '0'
  let at: string | null = null
  for (let isEnd = false; !isEnd && !ctx.signal.aborted; ) {
    const stretch = await readStretch(id, at, { run_id, from }, ctx)
    isEnd = stretch.isEnd
    at = stretch.lines.at(-1)?.id ?? at
  }
  return at === null ? null : String(BigInt(at) - 1n)
}

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

async function requireName(tx: Tx, id: string): Promise<string> {
  const name = await findName(tx, id)
  if (name === undefined) throw refuse('notFound.strategy')
  return name
}
