import type { Tx } from '@sluice/db'

export interface ConversationRow {
  readonly id: string
  readonly name: string
  readonly pinned: boolean
  readonly message_count: number
  readonly summary: string
  readonly created_at: string
  readonly updated_at: string
  readonly total: string
}

export interface MessageRow {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly created_at: string
}

const MINE = 'c.tenant_id = app_tenant() and c.user_id = $1'
const SELECT = `select c.id, c.name, c.pinned, c.created_at, c.updated_at, m.count as message_count, count(*) over () as total,
       coalesce((select left(m.content, 80) from assistant_message m
         where m.tenant_id = c.tenant_id and m.conversation_id = c.id order by m.created_at, m.id limit 1), '') as summary
  from assistant_conversation c
 cross join lateral (
   select count(*)::int from assistant_message m where m.tenant_id = c.tenant_id and m.conversation_id = c.id) m
 where ${MINE}`

export async function findConversation(tx: Tx, userId: string, id: string): Promise<ConversationRow | undefined> {
  return (await tx.query<ConversationRow>(`${SELECT} and c.id = $2`, [userId, id]))[0]
}

/** Keeps a conversation from being deleted until the transaction ends. false: it is gone. */
export async function holdConversation(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query(`select 1 from assistant_conversation c where ${MINE} and c.id = $2 for no key update`, [
    userId,
    id,
  ])
  return rows.length > 0
}

export interface ConversationFilter {
  /** Pattern for `like`. */
  readonly keyword: string | null
  readonly isUsed: boolean
}

export const listConversations = (
  tx: Tx,
  userId: string,
  { keyword, isUsed }: ConversationFilter,
  limit: number,
  offset: number,
): Promise<ConversationRow[]> =>
  tx.query<ConversationRow>(
    `${SELECT} and ($2::text is null or c.name ilike $2 or exists (select from assistant_message m
         where m.tenant_id = c.tenant_id and m.conversation_id = c.id and m.content ilike $2)) and (not $3::boolean or m.count > 0)
     order by c.pinned desc, c.updated_at desc, c.id desc limit $4 offset $5`,
    [userId, keyword, isUsed, limit, offset],
  )

export async function insertConversation(tx: Tx, row: { id: string; userId: string; name: string }): Promise<void> {
  await tx.execute('insert into assistant_conversation (id, user_id, name) values ($1, $2, $3)', [
    row.id,
    row.userId,
    row.name,
  ])
}

/** Every opening of the assistant begins a conversation; one in which nothing was said for a day is in the way. */
export const deleteUnused = (tx: Tx, userId: string): Promise<number> =>
  tx.execute(
    `delete from assistant_conversation c where ${MINE} and c.created_at < now() - interval '1 day' and not c.pinned
        and not exists (select from assistant_message m where m.tenant_id = c.tenant_id and m.conversation_id = c.id)`,
    [userId],
  )

/** null: as it was. Who renames has not spoken: the place in the list stays. */
export const updateConversation = (
  tx: Tx,
  userId: string,
  row: { readonly id: string; readonly name: string | null; readonly pinned: boolean | null },
): Promise<number> =>
  tx.execute(
    `update assistant_conversation c set name = coalesce($3, c.name), pinned = coalesce($4, c.pinned)
      where ${MINE} and c.id = $2`,
    [userId, row.id, row.name, row.pinned],
  )

export const deleteConversation = (tx: Tx, userId: string, id: string): Promise<number> =>
  tx.execute(`delete from assistant_conversation c where ${MINE} and c.id = $2`, [userId, id])

/** The caller has found the conversation as its user's own. */
export const listMessages = (tx: Tx, conversationId: string): Promise<MessageRow[]> =>
  tx.query<MessageRow>(
    `select id, role, content, created_at from assistant_message
      where tenant_id = app_tenant() and conversation_id = $1 order by created_at, id`,
    [conversationId],
  )

export interface NewMessage extends MessageRow {
  readonly tokens: number | null
}

export async function insertMessages(tx: Tx, conversationId: string, rows: readonly NewMessage[]): Promise<void> {
  for (const row of rows)
    await tx.execute(
      `insert into assistant_message (conversation_id, id, role, content, tokens, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [conversationId, row.id, row.role, row.content, row.tokens, row.created_at],
    )
  await tx.execute('update assistant_conversation set updated_at = now() where tenant_id = app_tenant() and id = $1', [
    conversationId,
  ])
}

/** One question more today. false: there is no room for it. */
export async function countQuestion(tx: Tx, day: string, limit: number): Promise<boolean> {
  const rows = await tx.query(
    `insert into assistant_usage as u (day, asked) values ($1, 1)
     on conflict (tenant_id, day) do update set asked = u.asked + 1 where u.asked < $2 returning 1`,
    [day, limit],
  )
  return rows.length > 0
}

export async function addTokens(tx: Tx, day: string, tokens: number): Promise<void> {
  await tx.execute('update assistant_usage set tokens = tokens + $2 where tenant_id = app_tenant() and day = $1', [
    day,
    tokens,
  ])
}

export async function readAsked(tx: Tx, day: string): Promise<number> {
  const [row] = await tx.query<{ asked: number }>(
    'select asked from assistant_usage where tenant_id = app_tenant() and day = $1',
    [day],
  )
  return row?.asked ?? 0
}

export interface ModelRow {
  readonly id: string
  readonly name: string
}

/** The connector that answers: one that was tested well before one that was not, the oldest first. */
export async function findModel(tx: Tx, platforms: readonly string[]): Promise<ModelRow | undefined> {
  const rows = await tx.query<ModelRow>(
    `select id, name from connector where platform_id = any($1::text[])
      order by case status when 'ok' then 0 when 'untested' then 1 else 2 end, created_at, id limit 1`,
    [platforms],
  )
  return rows[0]
}
