import type { Database, Tx } from '@sluice/db'

export interface LoginUser {
  readonly tenant_id: string
  readonly id: string
  readonly username: string
  readonly password_hash: string
  readonly must_change_password: boolean
  readonly is_active: boolean
}

export interface SessionRow {
  readonly tenant_id: string
  readonly id: string
  readonly user_id: string
  readonly username: string
  readonly family_id: string
  readonly refresh_expires_at: string
  readonly refresh_used_at: string | null
  readonly refresh_uses: number
  readonly absolute_expires_at: string
  readonly revoked_at: string | null
  readonly ip: string | null
  readonly user_agent: string | null
  readonly is_active: boolean
}

export interface NewSession {
  readonly tenantId: string
  readonly id: string
  readonly userId: string
  readonly familyId: string
  readonly accessHash: Buffer
  readonly accessExpiresAt: Date
  readonly refreshHash: Buffer
  readonly refreshExpiresAt: Date
  readonly absoluteExpiresAt: Date
  readonly ip: string
  readonly userAgent: string
}

const SELECT_USER = `
  select u.tenant_id, u.id, u.username, u.password_hash, u.must_change_password,
         (u.status = 'active' and t.status = 'active') as is_active
    from app_user u join tenant t on t.id = u.tenant_id`

const findUser = async (database: Database, where: string, value: string): Promise<LoginUser | undefined> =>
  (await database.withSystem(tx => tx.query<LoginUser>(`${SELECT_USER} where ${where}`, [value])))[0]

/** `name@code` as it is counted: in the tenant whose users need no code, without it. The same whether somebody has it or not. */
export async function readTypedName(tx: Tx, typed: string): Promise<string> {
  if (!typed.includes('@')) return typed
  const [home] = await tx.query<{ code: string }>('select code from tenant where plain_names limit 1')
  const end = home ? `@${home.code}` : ''
  const name = typed.slice(0, typed.length - end.length)
  return end !== '' && name !== '' && typed.toLowerCase().endsWith(end) ? name : typed
}

/** By `name@code`, or by the name alone where that is enough; what is so called as a whole comes first. */
export async function findLoginUser(tx: Tx, typed: string): Promise<LoginUser | undefined> {
  const at = typed.lastIndexOf('@')
  const [user] = await tx.query<LoginUser>(
    `${SELECT_USER}
      where lower(u.username) = lower($1) and (t.plain_names or u.plain_name)
         or lower(u.username) = lower($2) and t.code = lower($3)
      order by lower(u.username) = lower($1) desc, t.plain_names desc limit 1`,
    [typed, typed.slice(0, Math.max(at, 0)), typed.slice(at + 1)],
  )
  return user
}

export const findUserById = (database: Database, userId: string): Promise<LoginUser | undefined> =>
  findUser(database, 'u.id = $1', userId)

/** Only who has proved to hold the phone. */
export const findUserByPhone = (database: Database, phone: string): Promise<LoginUser | undefined> =>
  findUser(database, 'u.phone = $1 and u.phone_confirmed_at is not null', phone)

/** true: this is the first use. Spent challenges are forgotten once they could not be used anyway. */
export async function claimChallenge(database: Database, challenge: string, expiresAtMs: number, nowMs: number) {
  return database.withSystem(async tx => {
    await tx.query('delete from login_challenge where expires_at < $1', [new Date(nowMs)])
    const inserted = await tx.execute(
      'insert into login_challenge (challenge, expires_at) values ($1, $2) on conflict do nothing',
      [challenge, new Date(expiresAtMs)],
    )
    return inserted === 1
  })
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.execute(
    `insert into session (tenant_id, id, user_id, family_id, access_hash, access_expires_at, refresh_hash,
                          refresh_expires_at, absolute_expires_at, ip, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      session.tenantId,
      session.id,
      session.userId,
      session.familyId,
      session.accessHash,
      session.accessExpiresAt,
      session.refreshHash,
      session.refreshExpiresAt,
      session.absoluteExpiresAt,
      session.ip,
      session.userAgent,
    ],
  )
}

/** Locked, so that two uses of one refresh token come one after the other. */
export async function lockByRefresh(tx: Tx, refreshHash: Buffer): Promise<SessionRow | undefined> {
  const rows = await tx.query<SessionRow>(
    `select s.tenant_id, s.id, s.user_id, u.username, s.family_id, s.refresh_expires_at, s.refresh_used_at, s.refresh_uses,
            s.absolute_expires_at, s.revoked_at, s.ip, s.user_agent,
            (u.status = 'active' and t.status = 'active') as is_active
       from session s
       join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
       join tenant t on t.id = s.tenant_id
      where s.refresh_hash = $1
        for update of s`,
    [refreshHash],
  )
  return rows[0]
}

/** The time is that of the first use. */
export async function markRefreshUsed(tx: Tx, session: SessionRow, at: Date): Promise<void> {
  await tx.execute(
    `update session set refresh_used_at = coalesce(refresh_used_at, $3), refresh_uses = refresh_uses + 1
      where tenant_id = $1 and id = $2`,
    [session.tenant_id, session.id, at],
  )
}

export async function revokeFamily(tx: Tx, tenantId: string, familyId: string, at: Date): Promise<void> {
  await tx.execute(
    'update session set revoked_at = $3 where tenant_id = $1 and family_id = $2 and revoked_at is null',
    [tenantId, familyId, at],
  )
}

/** Ends every sign-in of a user but the named pair of tokens; those it was renewed from, and its racing twins, end too. */
export async function revokeUser(tx: Tx, userId: string, exceptSessionId: string | null, at: Date): Promise<void> {
  await tx.execute(
    `update session set revoked_at = $3
      where user_id = $1 and revoked_at is null and ($2::uuid is null or id <> $2::uuid)`,
    [userId, exceptSessionId, at],
  )
}

/** Whether the user had signed in before. */
export async function noteLogin(tx: Tx, userId: string, at: Date, newHash: string | null): Promise<boolean> {
  const [before] = await tx.query<{ had: boolean }>(
    'select last_login_at is not null as had from app_user where id = $1',
    [userId],
  )
  await tx.execute(
    'update app_user set last_login_at = $2, password_hash = coalesce($3, password_hash) where id = $1',
    [userId, at, newHash],
  )
  return before?.had ?? false
}

/** Rows of sign-ins that ended long ago tell nothing any more. */
export async function dropEnded(tx: Tx, before: Date): Promise<void> {
  await tx.execute('delete from session where absolute_expires_at < $1', [before])
  await tx.execute('delete from session_proof where proved_at < $1', [before])
}

export interface TicketWrite {
  readonly ticketHash: Buffer
  readonly userId: string
  readonly method: string
  readonly expiresAt: Date
}

/** The first factor was right: what the second one will be shown with. */
export async function insertTicket(tx: Tx, row: TicketWrite, now: Date): Promise<void> {
  await tx.execute('delete from login_ticket where expires_at < $1', [now])
  await tx.execute('insert into login_ticket (ticket_hash, user_id, method, expires_at) values ($1, $2, $3, $4)', [
    row.ticketHash,
    row.userId,
    row.method,
    row.expiresAt,
  ])
}

export interface TicketRow {
  readonly tenant_id: string
  readonly user_id: string
  readonly method: string
}

/** Counts the try before the code is looked at. */
export async function tryTicket(
  database: Database,
  ticketHash: Buffer,
  maxTries: number,
  now: Date,
): Promise<TicketRow | undefined> {
  const rows = await database.withSystem(tx =>
    tx.query<TicketRow>(
      `update login_ticket set tries = tries + 1 where ticket_hash = $1 and expires_at > $2 and tries < $3
        returning tenant_id, user_id, method`,
      [ticketHash, now, maxTries],
    ),
  )
  return rows[0]
}

/** true for the one who comes first. */
export const spendTicket = (database: Database, ticketHash: Buffer): Promise<boolean> =>
  database.withSystem(
    async tx => (await tx.execute('delete from login_ticket where ticket_hash = $1', [ticketHash])) === 1,
  )

export interface PhoneRow {
  readonly username: string
  readonly phone: string | null
  readonly phone_confirmed_at: string | null
}

export async function readPhone(tx: Tx, userId: string): Promise<PhoneRow | undefined> {
  const rows = await tx.query<PhoneRow>('select username, phone, phone_confirmed_at from app_user where id = $1', [
    userId,
  ])
  return rows[0]
}

export async function savePhone(tx: Tx, userId: string, phone: string | null, confirmedAt: Date | null): Promise<void> {
  await tx.execute('update app_user set phone = $2, phone_confirmed_at = $3 where id = $1', [
    userId,
    phone,
    confirmedAt,
  ])
}

export interface NamedUser {
  readonly username: string
  readonly permissions: readonly string[]
}

export async function findNamed(tx: Tx, userId: string): Promise<NamedUser | undefined> {
  const rows = await tx.query<NamedUser>(
    `select u.username, r.permissions
       from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id where u.id = $1`,
    [userId],
  )
  return rows[0]
}

/** All personal access tokens of a person that were alive; their ids. */
export async function revokeTokens(tx: Tx, userId: string, at: Date): Promise<string[]> {
  const ended = await tx.query<{ id: string }>(
    `update access_token set revoked_at = $2
      where tenant_id = app_tenant() and user_id = $1 and revoked_at is null and expires_at > $2 returning id`,
    [userId, at],
  )
  return ended.map(({ id }) => id)
}
