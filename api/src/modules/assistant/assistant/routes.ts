import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { withOwnPlatforms } from '../../connect/platform/index.ts'
import type { assistant, ChatMessage, Conversation } from './contract.ts'
import { makePrompt } from './make-prompt.ts'
import {
  addTokens,
  type ConversationRow,
  countQuestion,
  deleteConversation,
  deleteUnused,
  findConversation,
  findModel,
  holdConversation,
  insertConversation,
  insertMessages,
  listConversations,
  listMessages,
  type ModelRow,
  readAsked,
  updateConversation,
} from './store.ts'

export interface AssistantDeps {
  readonly engine: Engine
  readonly throttle: Throttle
  readonly now: () => number
}

/** Questions of a tenant a day. */
const DAILY_LIMIT = 500
/** Of one person: a burst, then one every three seconds. */
const PER_USER = { burst: 10, everyMs: 3000 }
/** A conversation that is longer has long left the model's memory. */
const MAX_MESSAGES = 200
const MAX_ANSWER_CHARACTERS = 32_000
const DAY_MS = 86_400_000

/** Conversations of the signed-in user with the language model of the tenant. */
export function createAssistantRoutes(deps: AssistantDeps): Handlers<typeof assistant> {
  const { engine, now } = deps
  return {
    create: ({ body }, ctx) => create(body.name, ctx, now()),
    async list({ query }, ctx) {
      const filter = { keyword: query.keyword ? toPattern(query.keyword) : null, isUsed: query.used === '1' }
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => listConversations(tx, ctx.principal.userId, filter, limit, offset)),
      )
      return new Page(rows.map(describe), total)
    },
    update: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const before = await requireConversation(tx, params.id, ctx)
        const change = { id: params.id, name: body.name ?? null, pinned: body.pinned ?? null }
        await updateConversation(tx, ctx.principal.userId, change)
        const after = await requireConversation(tx, params.id, ctx)
        await ctx.audit(tx, { ...auditOf(after), before: snapshot(before), after: snapshot(after) })
        return [describe(after)]
      }),
    delete: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requireConversation(tx, params.id, ctx)
        await deleteConversation(tx, ctx.principal.userId, row.id)
        await ctx.audit(tx, { ...auditOf(row), before: { ...snapshot(row), messages: row.message_count } })
        return null
      }),
    messages: ({ params }, ctx) =>
      ctx.tenant(async tx => listMessages(tx, (await requireConversation(tx, params.id, ctx)).id)),
    ask: ({ params, body }, ctx) => ask(deps, params.id, body.msg, ctx),
    provider: (_input, ctx) =>
      ctx.tenant(async tx => {
        const platforms = await listModelPlatforms(tx, engine)
        const connector = (await findModel(tx, platforms)) ?? null
        const asked = await readAsked(tx, toDay(now()))
        const mayConnect = platforms[0] !== undefined && isAllowed(ctx.principal, 'connector:add')
        const connect_path = mayConnect ? `/connector/create?step=basic&platform=${platforms[0]}` : null
        return { connector, connect_path, asked, daily_limit: DAILY_LIMIT }
      }),
  }
}

const create = (name: string, ctx: RouteContext, nowMs: number): Promise<Conversation[]> =>
  ctx.tenant(async tx => {
    const { userId } = ctx.principal
    const id = newId(nowMs)
    await deleteUnused(tx, userId)
    await insertConversation(tx, { id, userId, name })
    const row = await requireConversation(tx, id, ctx)
    await ctx.audit(tx, { ...auditOf(row), after: snapshot(row) })
    return [describe(row)]
  })

/** The model is asked between two transactions: none stays open for as long as it thinks. */
async function ask(deps: AssistantDeps, id: string, question: string, ctx: RouteContext): Promise<ChatMessage[]> {
  const { engine, throttle, now } = deps
  const { userId, tenantId, mustChangePassword, mustSetUpTotp } = ctx.principal
  if (mustChangePassword) throw refuse('permission.changePassword')
  if (mustSetUpTotp) throw refuse('permission.secondFactor')
  await throttle.take(`assistant/${userId}`, PER_USER)
  const askedMs = now()
  const { model, prompt } = await ctx.tenant(tx => prepare(tx, deps, { id, question, nowMs: askedMs }, ctx))
  const answer = await engine.connections.converse(tenantId, model.id, prompt)
  const said = (role: ChatMessage['role'], content: string, atMs: number) => ({
    ...{ id: newId(atMs), role, content },
    created_at: new Date(atMs).toISOString(),
  })
  const asked = said('user', question, askedMs)
  const reply = said('assistant', answer.content.slice(0, MAX_ANSWER_CHARACTERS), Math.max(now(), askedMs + 1))
  await ctx.tenant(async tx => {
    // It may have been deleted while the model was thinking.
    if (!(await holdConversation(tx, userId, id))) throw refuse('notFound.conversation')
    await insertMessages(tx, id, [
      { ...asked, tokens: null },
      { ...reply, tokens: answer.tokens },
    ])
    await addTokens(tx, toDay(askedMs), answer.tokens ?? 0)
    const row = await requireConversation(tx, id, ctx)
    // What was said is nobody else's business, and the log is read by others.
    const after = { connector: model.name, messages: row.message_count, tokens: answer.tokens }
    await ctx.audit(tx, { ...auditOf(row), after })
  })
  return [reply, asked]
}

async function prepare(
  tx: Tx,
  { engine }: AssistantDeps,
  { id, question, nowMs }: { readonly id: string; readonly question: string; readonly nowMs: number },
  ctx: RouteContext,
): Promise<{ readonly model: ModelRow; readonly prompt: ReturnType<typeof makePrompt> }> {
  const conversation = await requireConversation(tx, id, ctx)
  if (conversation.message_count >= MAX_MESSAGES)
    throw refuse('conflict.conversationFull', { value: String(MAX_MESSAGES) })
  const model = await findModel(tx, await listModelPlatforms(tx, engine))
  if (!model) throw refuse('conflict.noModel')
  if (!(await countQuestion(tx, toDay(nowMs), DAILY_LIMIT)))
    throw refuse('tooMany.questions', { value: String(DAILY_LIMIT), retryAfterMs: DAY_MS - (nowMs % DAY_MS) })
  return { model, prompt: makePrompt(await listMessages(tx, id), question) }
}

async function listModelPlatforms(tx: Tx, engine: Engine): Promise<string[]> {
  const { connections } = await withOwnPlatforms(engine, tx)
  return connections.platforms().flatMap(manifest => (manifest.converses ? [manifest.id] : []))
}

async function requireConversation(tx: Tx, id: string, ctx: RouteContext): Promise<ConversationRow> {
  const row = await findConversation(tx, ctx.principal.userId, id)
  if (!row) throw refuse('notFound.conversation')
  return row
}

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const describe = ({ id, total: _total, ...row }: ConversationRow): Conversation => ({ _id: { $oid: id }, ...row })
const snapshot = ({ name, pinned }: ConversationRow) => ({ name, pinned })
const auditOf = (row: ConversationRow) => ({ objectType: 'conversation', objectId: row.id, objectName: row.name })
