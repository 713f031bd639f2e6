import type { Parsed } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { insertComment, listComments } from '../flow/index.ts'
import type { Difference, difference } from './contract.ts'
import { attach, describeEvidence, detach, download } from './evidence.ts'
import { listEvidence } from './evidence-store.ts'
import { exportDifferences } from './export-differences.ts'
import {
  findPerson,
  giveLines,
  type HeldDifference,
  hasSubject,
  holdDifferences,
  listPeople,
} from './handling-store.ts'
import {
  type DifferencePlace,
  type DifferenceRow,
  type DifferenceSearch,
  type DifferenceSort,
  listDifferences,
  sumDifferences,
} from './line-rows.ts'

export interface DifferenceDeps {
  readonly uploads: UploadStore
  readonly now: () => number
}

/** Work on what matching left open: whose it is, by when, what was said, and what proves it. */
export function createDifferenceRoutes(deps: DifferenceDeps): Handlers<typeof difference> {
  return {
    list: ({ query: { sort, after, pageSize, ...query } }, ctx) =>
      ctx.tenant(async tx => {
        const search = readSearch(query, ctx, deps.now())
        const rows = await listDifferences(tx, search, { sort, after: readPlace(after, sort), limit: pageSize + 1 })
        const shown = rows.slice(0, pageSize)
        const last = shown.at(-1)
        return { lines: shown.map(describe), next: rows.length > pageSize && last ? writePlace(last) : null }
      }),
    sums: ({ query }, ctx) => ctx.tenant(tx => sumDifferences(tx, readSearch(query, ctx, deps.now()))),
    async export({ query: { sort, format, ...query } }, ctx) {
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'reconLine', objectId: '', objectName: '', after: query }))
      return exportDifferences({ search: readSearch(query, ctx, deps.now()), sort, format }, ctx)
    },
    people: (_, ctx) => ctx.tenant(listPeople),
    assign: ({ body }, ctx) => ctx.tenant(tx => assign(tx, body, ctx)),
    comments: ({ params }, ctx) => ctx.tenant(async tx => listComments(tx, await requireSubject(tx, params.key))),
    comment: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const subject = await requireSubject(tx, params.key)
        const made = await insertComment(tx, subject, body.text, ctx.principal.userId)
        await ctx.audit(tx, { objectType: 'reconLine', objectId: params.key, after: { text: body.text } })
        return made
      }),
    evidence: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const { kind, id } = await requireSubject(tx, params.key)
        return (await listEvidence(tx, kind, id)).map(row => describeEvidence(row, ctx))
      }),
    attach: ({ params, file }, ctx) => attach(deps, { key: params.key, file, require: requireSubject }, ctx),
    download: ({ params }, ctx) => download(deps, params.id, ctx),
    detach: ({ params }, ctx) => detach(deps, params.id, ctx),
  }
}

/** What a list is asked. */
type Asked = Parsed<(typeof difference)['sums']>['query']

function readSearch(query: Asked, ctx: RouteContext, nowMs: number): DifferenceSearch {
  const { userId } = ctx.principal
  return {
    ...{ state: query.state, accountId: query.account_id ?? null, itemId: query.item_id ?? null, userId },
    ...{ side: query.side ?? null, currency: query.currency ?? null, bucket: query.bucket ?? null },
    ...{ kind: query.kind ?? null, isOverdue: query.overdue ?? false, number: query.number || null },
    assignee: query.assignee === 'me' ? userId : (query.assignee ?? null),
    ...{ from: query.from ?? null, to: query.to ?? null, at: new Date(nowMs).toISOString() },
  }
}

const describe = ({ sort_key: _, ...row }: DifferenceRow): Difference => ({
  ...row,
  key: `${row.side}${row.id}`,
})

function readPlace(after: string | undefined, sort: DifferenceSort): DifferencePlace | null {
  if (after === undefined) return null
  const [, side, id, key] = /^([ab])(\d{1,19})\|(\d{1,30}|\d{4,5}-\d\d-\d\d)$/.exec(after) ?? []
  if (
    (side !== 'a' && side !== 'b') ||
    id === undefined ||
    key === undefined ||
    key.includes('-') !== (sort !== 'largest')
  )
    throw refuse('invalid.place', { field: 'after', value: after })
  return { side, id, key }
}

const writePlace = ({ side, id, sort_key }: DifferenceRow): string => `${side}${id}|${sort_key}`

/** @throws Failure `notFound.reconLine` | `notFound.reconGroup` */
async function requireSubject(tx: Tx, key: string): Promise<{ kind: string; id: string }> {
  const [kind, id] = [key.charAt(0), key.slice(1)]
  if (BigInt(id) < 2n ** 63n && (await hasSubject(tx, kind, id))) return { kind, id }
  throw kind === 'g' ? refuse('notFound.reconGroup') : refuse('notFound.differenceLine', { value: id })
}

type Body = Parsed<(typeof difference)['assign']>['body']

/** All of them or none; a line that somebody settled or gave away since it was seen stops them all, and says who did. */
async function assign(tx: Tx, body: Body, ctx: RouteContext): Promise<{ changed: number }> {
  const { userId } = ctx.principal
  const person = typeof body.assignee_id === 'string' ? await findPerson(tx, body.assignee_id) : undefined
  if (typeof body.assignee_id === 'string' && !person)
    throw refuse('invalid.differencePerson', { field: 'assignee_id', value: body.assignee_id })
  let changed = 0
  const before: object[] = []
  for (const side of ['a', 'b'] as const) {
    const chosen = new Map(body.lines.filter(line => line.side === side).map(line => [line.id, line.version]))
    if (chosen.size === 0) continue
    const ids = [...chosen.keys()]
    const held = await holdDifferences(tx, side, ids)
    const missing = ids.find(id => !held.some(line => line.id === id))
    if (missing !== undefined) throw refuse('notFound.differenceLine', { value: missing })
    for (const line of held) requireUnchanged(line, chosen.get(line.id))
    before.push(...held.map(({ id, assignee, due_on }) => ({ side, id, assignee, due_on })))
    changed += await giveLines(tx, side, ids, { assigneeId: body.assignee_id, dueOn: body.due_on, userId })
    if (body.comment !== '') for (const id of ids) await insertComment(tx, { kind: side, id }, body.comment, userId)
  }
  const after = {
    ...(body.assignee_id !== undefined && { assignee: person?.name ?? null }),
    ...(body.due_on !== undefined && { due_on: body.due_on }),
    ...(body.comment !== '' && { comment: body.comment }),
  }
  await ctx.audit(tx, {
    objectType: 'reconLine',
    objectId: body.lines.length === 1 ? `${body.lines[0]?.side}${body.lines[0]?.id}` : '',
    objectName: person?.name ?? '',
    before: { lines: before },
    after: { ...after, lines: body.lines.map(({ side, id }) => `${side}${id}`) },
  })
  return { changed }
}

function requireUnchanged(line: HeldDifference, seen: number | undefined): void {
  if (line.status !== 'open') throw refuse('conflict.differenceSettled', { value: `${line.number} · ${line.status}` })
  if (line.version === seen) return
  const said = [line.number, line.assigned_by, line.assigned_at, `→ ${line.assignee ?? '–'}`, line.due_on]
  throw refuse('conflict.differenceGiven', {
    value: said.filter(Boolean).join(' · '),
    content: [
      {
        ...{ number: line.number, username: line.assigned_by ?? '', at: line.assigned_at },
        ...{ assignee: line.assignee, due_on: line.due_on, version: line.version },
      },
    ],
  })
}
