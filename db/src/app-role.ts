import { Failure } from '@sluice/contract'
import type pg from 'pg'
import { APP_ROLE } from './database.ts'
import { getSqlState, SqlState } from './sql-state.ts'

interface RoleState {
  readonly exists: boolean
  readonly above_wall: boolean
  readonly usable: boolean
  readonly may_use_schema: boolean
  readonly may_make_temporary: boolean
}

/**
 * The role every transaction works as: no login, no rights of its own but those the migrations grant. Roles belong
 * to the whole server, so another Sluice or another process may make it at the same moment.
 */
export async function ensureAppRole(client: pg.Client): Promise<void> {
  let state = await readRole(client)
  if (!state.exists) {
    await attempt(client, `create role ${APP_ROLE} nologin nosuperuser nobypassrls`)
    state = await readRole(client)
  }
  if (!state.exists) throw roleFailure(`The login may not create the role ${APP_ROLE}.`)
  if (state.above_wall) throw roleFailure(`The role ${APP_ROLE} is a superuser or bypasses row-level security.`)
  if (!state.usable) await attempt(client, `grant ${APP_ROLE} to current_user`)
  if (!state.may_use_schema) await attempt(client, `grant usage on schema public to ${APP_ROLE}`)
  if (!state.may_make_temporary) await grantTemporary(client)
  state = await readRole(client)
  if (!state.usable) throw roleFailure(`The login is no member of the role ${APP_ROLE}.`)
  if (!state.may_use_schema) throw roleFailure(`The role ${APP_ROLE} may not use schema public.`)
  if (!state.may_make_temporary) throw roleFailure(`The role ${APP_ROLE} may not make temporary tables.`)
}

async function readRole(client: pg.Client): Promise<RoleState> {
  // Since PostgreSQL 16 a member may still lack the right to SET ROLE; that version introduced the privilege's name.
  const { rows } = await client.query<RoleState>(
    `select true as exists,
            rolsuper or rolbypassrls as above_wall,
            pg_has_role(current_user, oid,
              case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as usable,
            has_schema_privilege(oid, 'public', 'usage') as may_use_schema,
            has_database_privilege(oid, current_database(), 'temporary') as may_make_temporary
       from pg_roles where rolname = $1`,
    [APP_ROLE],
  )
  const none = { exists: false, above_wall: false, usable: false, may_use_schema: false, may_make_temporary: false }
  return rows[0] ?? none
}

async function grantTemporary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  for (const { name } of rows) await attempt(client, `grant temporary on database ${name} to ${APP_ROLE}`)
}

const CONCURRENT_UPDATE = 'XX000'
const HARMLESS: readonly (string | undefined)[] = [
  SqlState.duplicateObject,
  SqlState.uniqueViolation,
  // The caller looks again and says what is missing.
  SqlState.insufficientPrivilege,
]

async function attempt(client: pg.Client, statement: string): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      await client.query(statement)
      return
    } catch (error) {
      const state = getSqlState(error)
      if (HARMLESS.includes(state)) return
      // "tuple concurrently updated": two processes granted at once.
      if (state !== CONCURRENT_UPDATE || left === 0) throw error
    }
  }
}

const roleFailure = (message: string): Failure =>
  new Failure({
    code: 'database.role',
    message,
    field: 'DATABASE_URL',
    advice: `Let an administrator run once: create role ${APP_ROLE} nologin; grant ${APP_ROLE} to <the login>; grant usage on schema public to ${APP_ROLE}`,
  })
