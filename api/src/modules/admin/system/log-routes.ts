import { newId, type Parsed, type Words } from '@sluice/contract'
import { sayWords } from '../../../http/messages.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import { names } from '../../../server/names.ts'
import type { system } from './contract.ts'
import { exportChain, exportRows } from './export-log.ts'
import { deleteLog, type LogFilter, type LogRow, readHead, searchLog } from './log-store.ts'
import { verifyStretch } from './verify-stretch.ts'

type Routes = Handlers<typeof system>
type Query = Parsed<(typeof system)['exportLog']>['query']

/** Rows of the operation log are kept at least so long; the database holds to it, too. */
const KEPT_DAYS = 180
const DAY_MS = 86_400_000

export function createLogRoutes(now: () => number): Omit<Routes, 'setPassword'> {
  return {
    async log({ query }, ctx) {
      const { filter, named } = readFilter(query, ctx)
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchLog(tx, filter, named, limit, offset)),
      )
      return new Page(
        rows.map(row => describeRow(row, ctx)),
        total,
      )
    },
    logNames: async (_input, ctx) => ({
      actions: listNames(names.actions, ctx),
      object_types: listNames(names.objects, ctx),
    }),
    async exportLog({ query }, ctx) {
      const { format, ...asked } = query
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'log', after: { format, ...asked } }))
      if (format === 'jsonl') return exportChain(ctx)
      const { filter, named } = readFilter(query, ctx)
      return exportRows(filter, named, row => describeRow(row, ctx), ctx)
    },
    verifyLog: ({ body }, ctx) => verifyStretch(body.from ?? '1', ctx),
    async deleteLog({ body }, ctx) {
      const limit = now() - KEPT_DAYS * DAY_MS
      if (Date.parse(body.before) > limit)
        throw refuse('invalid.logRetention', { field: 'before', value: String(KEPT_DAYS) })
      return ctx.tenant(async tx => {
        const id = newId(now())
        const head = await readHead(tx)
        const deleted = await deleteLog(tx, body.before, id)
        await ctx.audit(tx, {
          id,
          objectType: 'log',
          after: { before: body.before, deleted, head: head?.hash ?? null },
        })
        return { deleted }
      })
    },
  }
}

const listNames = (named: Readonly<Record<string, Words>>, ctx: RouteContext) =>
  Object.entries(named).map(([name, words]) => ({ name, label: sayWords(words, ctx.language) }))

const nameOf = (named: Readonly<Record<string, Words>>, name: string, ctx: RouteContext): string =>
  Object.hasOwn(named, name) ? sayWords(named[name]!, ctx.language) : name // own key: checked

const describeRow = (row: LogRow, ctx: RouteContext) => ({
  ...row,
  action_name: nameOf(names.actions, row.action, ctx),
  object_type_name: nameOf(names.objects, row.object_type, ctx),
})

function readFilter(query: Omit<Query, 'format'>, ctx: RouteContext): { filter: LogFilter; named: readonly string[] } {
  const filter = {
    keyword: query.keyword ? toPattern(query.keyword) : null,
    user: query.user ? toPattern(query.user) : null,
    action: query.action ?? null,
    operation: query.operation ?? null,
    objectType: query.object_type ?? null,
    result: query.result ?? null,
    ip: query.ip ? toPattern(query.ip).slice(1) : null,
    from: query.from ?? null,
    to: query.to ?? null,
    onlyOf: ctx.principal.groups === null ? null : ctx.principal.userId,
  }
  // People search for the names they read.
  const word = query.keyword?.toLowerCase()
  const named = listNames(names.actions, ctx).filter(({ label }) => word && label.toLowerCase().includes(word))
  return { filter, named: named.map(({ name }) => name) }
}
