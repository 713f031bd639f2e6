import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readOnward } from '../../../http/read-chosen.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import { coversRole } from '../../identity/role/index.ts'
import { deleteUser, lockUser } from '../../identity/sub-account/index.ts'
import type { personData } from './contract.ts'
import { findPlaces, listOwnTables, maskLog, type Person, renamePerson } from './person-places.ts'
import { type KeyedRow, listKey, readRows } from './person-rows.ts'
import { listRetention } from './retention.ts'
import { findPerson, type PersonRow } from './store.ts'

export interface PersonDataDeps {
  readonly sessions: { forget(userId?: string): void }
  readonly now: () => number
}

export const createPersonDataRoutes = ({ sessions, now }: PersonDataDeps): Handlers<typeof personData> => ({
  find: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const person = await requirePerson(tx, params.id, ctx)
      return { username: person.username, alias: aliasOf(person.id), places: await findPlaces(tx, person) }
    }),
  async export({ params }, ctx) {
    const person = await ctx.tenant(async tx => {
      const found = await requirePerson(tx, params.id, ctx)
      await ctx.audit(tx, auditOf(found))
      return found
    })
    return new FileAnswer(`${person.username}.jsonl`, 'application/x-ndjson; charset=utf-8', writeLines(person, ctx))
  },
  async erase({ params, body }, ctx) {
    const done = await ctx.tenant(async tx => {
      await lockUser(tx, params.id)
      const person = await requirePerson(tx, params.id, ctx)
      if (person.id === ctx.principal.userId) throw refuse('conflict.ownAccount')
      if (body.username.trim() !== person.username)
        throw refuse('conflict.personName', { field: 'username', value: person.username })
      return erase(tx, person, newId(now()), ctx)
    })
    sessions.forget(params.id)
    return done
  },
  retention: (_input, ctx) => ctx.tenant(listRetention),
})

/** The row that tells of it stands for those that lose their names, as the tombstone does for rows that go. */
async function erase(tx: Tx, person: Person, tombstone: string, ctx: RouteContext) {
  const alias = aliasOf(person.id)
  const places = await findPlaces(tx, person)
  await renamePerson(tx, person, alias)
  await deleteUser(tx, person.id)
  const masked = await maskLog(tx, person, alias, tombstone)
  await ctx.audit(tx, {
    id: tombstone,
    objectType: 'user',
    objectId: null,
    objectName: alias,
    after: { deleted: masked, places: places.map(({ table, rows, outcome }) => ({ table, rows, outcome })) },
  })
  return { alias, places }
}

/** The same person has the same one everywhere, and nobody finds the name by it. */
const aliasOf = (id: string): string => `person-${id.slice(-12)}`

async function requirePerson(tx: Tx, id: string, ctx: RouteContext): Promise<PersonRow> {
  const row = await findPerson(tx, id)
  if (!row) throw refuse('notFound.user')
  if (!coversRole(ctx.principal, row)) throw refuse('permission.mightier')
  return row
}

const auditOf = (person: Person) => ({ objectType: 'user', objectId: person.id, objectName: person.username })

async function* writeLines(person: Person, ctx: RouteContext): AsyncGenerator<string> {
  const { places, own } = await ctx.tenant(async tx => ({
    places: await findPlaces(tx, person),
    own: await listOwnTables(tx),
  }))
  yield `${JSON.stringify({ format: 'sluice/person-data/1', username: person.username, places })}\n`
  const tables = [
    { table: 'app_user', where: 't.id = $1' },
    ...own.map(({ table, column }) => ({ table, where: `t.${column} = $1` })),
    {
      table: 'assistant_message',
      where:
        't.conversation_id in (select c.id from assistant_conversation c where c.tenant_id = app_tenant() and c.user_id = $1)',
    },
    { table: 'operation_log', where: `t.user_id = $1 or (t.object_type = 'user' and t.object_id = $1::text)` },
  ]
  for (const { table, where } of tables) {
    const key = await ctx.tenant(tx => listKey(tx, table))
    const rows = readOnward<KeyedRow>((last, limit) =>
      ctx.tenant(tx => readRows(tx, { table, where, key }, person.id, last, limit)),
    )
    for await (const { text } of rows) yield `{"table": "${table}", "row": ${text}}\n`
  }
}
