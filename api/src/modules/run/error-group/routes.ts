import { errorDataStates, listRetireKinds, RETIRE_CODE, RecordState, VANISHED_CODE, type Words } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Engine, raiseNotice, settleNotices } from '@sluice/engine'
import { sayWords } from '../../../http/messages.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { readChosen } from '../../../http/read-chosen.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { sayErrorCategory, sayErrorStatus } from '../../../http/state-words.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import type { errorGroup } from './contract.ts'
import { describeGroup, describeMember, type FilterBody, readFilter } from './describe-group.ts'
import { findMapOf, listMapped } from './find-repair.ts'
import {
  findEnds,
  findGroups,
  findMapName,
  findNewest,
  type GroupRow,
  listGroupIds,
  listPeople,
  type PersonRow,
  readTrend,
  searchGroups,
  searchMembers,
  setOwner,
  setStatus,
  sumCategories,
} from './store.ts'

type Routes = Handlers<typeof errorGroup>

export const createErrorGroupRoutes = ({ engine }: { readonly engine: Engine }): Routes => ({
  ...readingRoutes,
  ...createWorkRoutes(engine),
})

const STEPS = {
  '24h': { step: 'hour', steps: 24 },
  '7d': { step: 'day', steps: 7 },
  '30d': { step: 'day', steps: 30 },
} as const

/** With those that a run is trying again. */
const OPEN = [...errorDataStates, RecordState.queued]

const RETIRED: ReadonlySet<string> = new Set([VANISHED_CODE, RETIRE_CODE])

const readingRoutes: Pick<Routes, 'search' | 'summary' | 'export' | 'people' | 'get' | 'records'> = {
  async search({ body: { page, pageSize, sort, ...body } }, ctx) {
    const filter = readFilter(body, ctx)
    const { rows, total, newest } = await ctx.tenant(async tx => {
      const found = await readPage({ page, pageSize }, (limit, offset) => searchGroups(tx, filter, sort, limit, offset))
      return {
        ...found,
        newest: await findNewest(
          tx,
          found.rows.map(({ id }) => id),
        ),
      }
    })
    return new Page(
      rows.map(row => describeGroup(row, newest.get(row.id), ctx.tell)),
      total,
    )
  },
  summary: ({ body: { range, ...body } }, ctx) =>
    ctx.tenant(async tx => {
      const filter = readFilter(body, ctx)
      const { step, steps } = STEPS[range]
      return { categories: await sumCategories(tx, filter), trend: await readTrend(tx, filter, step, steps) }
    }),
  async export({ body: { sort, ...body } }, ctx) {
    await ctx.tenant(tx => ctx.audit(tx, { objectType: 'errorGroup', after: { ...body, sort } }))
    return new FileAnswer('errors.csv', 'text/csv; charset=utf-8', writeGroups(body, sort, ctx))
  },
  people: (_input, ctx) =>
    ctx.tenant(async tx => (await listPeople(tx)).filter(maySee).map(({ id, name }) => ({ id, name }))),
  get: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const [group] = await requireGroups(tx, [params.id])
      const row = group! // required
      const ends = await findEnds(tx, row.strategy_id)
      const mapId = row.field === null ? null : findMapOf(listMapped(ends?.config.mapping), row.field)
      const mapName = mapId === null ? undefined : await findMapName(tx, mapId)
      return {
        ...describeGroup(row, (await findNewest(tx, [row.id])).get(row.id), ctx.tell),
        source: { connector_id: ends?.source_id ?? null, connector_name: ends?.source_name ?? '' },
        target: { connector_id: ends?.target_id ?? null, connector_name: ends?.target_name ?? '' },
        map: mapId === null || mapName === undefined ? null : { id: mapId, name: mapName },
        retire: RETIRED.has(row.code) ? listRetireKinds(ends?.config.source ?? {}) : [],
      }
    }),
  records: ({ params, body }, ctx) =>
    ctx.tenant(async tx => {
      await requireGroups(tx, [params.id])
      const found = await searchMembers(tx, {
        groupId: params.id,
        statuses: body.of === 'open' ? OPEN : [RecordState.ignored],
        pattern: body.keyword ? toPattern(body.keyword) : null,
        after: body.cursor ?? null,
        // One more tells whether there is a next page.
        limit: body.pageSize + 1,
      })
      const rows = found.slice(0, body.pageSize)
      return {
        rows: rows.map(row => describeMember(row, ctx.tell)),
        next: found.length > body.pageSize ? (rows.at(-1)?.id ?? null) : null,
      }
    }),
}

function createWorkRoutes(engine: Engine): Pick<Routes, 'assign' | 'setStatus'> {
  return {
    assign: ({ body }, ctx) =>
      ctx.tenant(async tx => {
        const groups = await requireGroups(tx, body.ids)
        const person = body.user_id === null ? null : await requirePerson(tx, body.user_id, groups)
        await setOwner(tx, body.ids, body.user_id)
        for (const group of groups) {
          await settleNotices(tx, ctx.principal.tenantId, group.id, ['error.assigned'])
          if (person && person.id !== ctx.principal.userId) await tellOwner(tx, group, person.id, ctx)
        }
        await auditGroups(tx, ctx, groups, { owner: person?.name ?? null })
        return { changed: groups.length }
      }),
    setStatus: ({ body: { ids, status } }, ctx) =>
      ctx.tenant(async tx => {
        const groups = await requireGroups(tx, ids)
        const { tenantId, userId } = ctx.principal
        const changed = await setStatus(tx, ids, status, userId)
        const replays: string[] = []
        for (const group of groups) {
          if (status === 'resolved' || status === 'ignored')
            await settleNotices(tx, tenantId, group.id, ['error.assigned'])
          if (status !== 'ignored' || group.open_count === 0) continue
          const { strategy_id: strategyId, id: groupId } = group
          const request = {
            tenantId,
            strategyId,
            groupId,
            kind: 'ignore',
            changes: null,
            selection: {},
            userId,
          } as const
          replays.push(await engine.replays.request(tx, request))
        }
        await auditGroups(tx, ctx, groups, { status })
        return { changed, replays }
      }),
  }
}

/** Every one of them, or the call is refused: nothing is half done. */
async function requireGroups(tx: Tx, ids: readonly string[]): Promise<GroupRow[]> {
  const groups = await findGroups(tx, ids)
  if (groups.length < new Set(ids).size) throw refuse('notFound.errorGroup')
  return groups
}

const maySee = ({ permissions }: PersonRow): boolean =>
  isAllowed({ permissions: new Set(permissions) }, 'strategy:query')

/** Somebody who can open what they are given. */
async function requirePerson(tx: Tx, userId: string, groups: readonly GroupRow[]): Promise<PersonRow> {
  const person = (await listPeople(tx)).find(each => each.id === userId)
  if (!person || !maySee(person)) throw refuse('invalid.assignee', { field: 'user_id' })
  const hidden = groups.find(group => person.groups !== null && !person.groups.includes(group.strategy_group))
  if (hidden) throw refuse('invalid.assigneeScope', { field: 'user_id', value: hidden.strategy_name })
  return person
}

const tellOwner = (tx: Tx, group: GroupRow, userId: string, ctx: RouteContext): Promise<void> =>
  raiseNotice(tx, {
    tenantId: ctx.principal.tenantId,
    kind: 'error.assigned',
    userId,
    objectId: group.id,
    objectName: group.strategy_name,
    text: group.sample.slice(0, 500),
    params: { by: ctx.principal.username, records: group.open_count },
  })

const auditGroups = (tx: Tx, ctx: RouteContext, groups: readonly GroupRow[], after: object): Promise<void> =>
  ctx.audit(tx, {
    objectType: 'errorGroup',
    ...(groups.length === 1 && groups[0] ? { objectId: groups[0].id, objectName: groups[0].strategy_name } : {}),
    after: {
      ...after,
      groups: groups.map(group => ({ id: group.id, strategy: group.strategy_name, cause: group.pattern })),
    },
  })

const HEADINGS: readonly Words[] = [
  { zh: '错误摘要', en: 'What went wrong' },
  { zh: '分类', en: 'Category' },
  { zh: '集成方案', en: 'Strategy' },
  { zh: '分组', en: 'Group' },
  { zh: '字段', en: 'Field' },
  { zh: '错误代码', en: 'Failure code' },
  { zh: '出错条数', en: 'Records in error' },
  { zh: '已忽略条数', en: 'Records left out' },
  { zh: '累计次数', en: 'Failures ever' },
  { zh: '首次出现', en: 'First seen' },
  { zh: '最近出现', en: 'Last seen' },
  { zh: '状态', en: 'Status' },
  { zh: '负责人', en: 'Owner' },
]

async function* writeGroups(body: FilterBody, sort: string, ctx: RouteContext): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(HEADINGS.map(words => sayWords(words, ctx.language)))
  const filter = readFilter(body, ctx)
  const ids = await ctx.tenant(tx => listGroupIds(tx, filter, sort))
  for await (const row of readChosen(ids, some => ctx.tenant(tx => findGroups(tx, some))))
    yield writeCsvLine(toCells(row, ctx))
}

const toCells = (row: GroupRow, ctx: RouteContext): (string | number | null)[] => [
  ctx.tell(row.sample),
  sayErrorCategory(row.category, ctx.language),
  row.strategy_name,
  row.strategy_group,
  row.field,
  row.code,
  row.open_count,
  row.ignored_count,
  row.seen_count,
  row.first_at,
  row.last_at,
  sayErrorStatus(row.status, ctx.language),
  row.owner_name,
]
