import type { Database } from '@sluice/db'
import type { CaptchaPurpose } from './contract.ts'

export interface CaptchaRow {
  readonly id: string
  readonly answer_hash: Buffer | null
  readonly bits: number | null
}

export interface CaptchaWrite extends CaptchaRow {
  readonly purpose: CaptchaPurpose
  readonly expiresAt: Date
}

export async function insertCaptcha(database: Database, row: CaptchaWrite, now: Date): Promise<void> {
  await database.withSystem(async tx => {
    await tx.execute('delete from captcha where expires_at < $1', [now])
    await tx.execute('insert into captcha (id, purpose, answer_hash, bits, expires_at) values ($1, $2, $3, $4, $5)', [
      row.id,
      row.purpose,
      row.answer_hash,
      row.bits,
      row.expiresAt,
    ])
  })
}

/** Spent by the first answer, right or wrong. */
export async function takeCaptcha(
  database: Database,
  id: string,
  purpose: CaptchaPurpose,
  now: Date,
): Promise<CaptchaRow | undefined> {
  const rows = await database.withSystem(tx =>
    tx.query<CaptchaRow>(
      'delete from captcha where id = $1 and purpose = $2 and expires_at > $3 returning id, answer_hash, bits',
      [id, purpose, now],
    ),
  )
  return rows[0]
}

export interface SmsWrite {
  readonly ticketHash: Buffer
  readonly purpose: string
  readonly phone: string
  readonly userId: string | null
  readonly codeHash: Buffer
  readonly expiresAt: Date
}

export async function insertSmsCode(database: Database, row: SmsWrite, now: Date): Promise<void> {
  await database.withSystem(async tx => {
    await tx.execute('delete from sms_code where expires_at < $1', [now])
    // A new code makes the older ones of this phone useless.
    await tx.execute('delete from sms_code where phone = $1 and purpose = $2 and user_id is not distinct from $3', [
      row.phone,
      row.purpose,
      row.userId,
    ])
    await tx.execute(
      'insert into sms_code (ticket_hash, purpose, phone, user_id, code_hash, expires_at) values ($1, $2, $3, $4, $5, $6)',
      [row.ticketHash, row.purpose, row.phone, row.userId, row.codeHash, row.expiresAt],
    )
  })
}

export interface SmsRow {
  readonly phone: string
  readonly user_id: string | null
  readonly code_hash: Buffer
}

/** Counts the try before anything is compared, so that a hundred at once are still five. */
export async function trySmsCode(
  database: Database,
  ticketHash: Buffer,
  { purpose, maxTries, now }: { readonly purpose: string; readonly maxTries: number; readonly now: Date },
): Promise<SmsRow | undefined> {
  const rows = await database.withSystem(tx =>
    tx.query<SmsRow>(
      `update sms_code set tries = tries + 1
        where ticket_hash = $1 and purpose = $2 and expires_at > $3 and tries < $4
        returning phone, user_id, code_hash`,
      [ticketHash, purpose, now, maxTries],
    ),
  )
  return rows[0]
}

/** true for the one who comes first. */
export const spendSmsCode = (database: Database, ticketHash: Buffer): Promise<boolean> =>
  database.withSystem(async tx => (await tx.execute('delete from sms_code where ticket_hash = $1', [ticketHash])) === 1)

export async function hasPhone(database: Database, phone: string): Promise<boolean> {
  const rows = await database.withSystem(tx =>
    tx.query(
      `select 1 from app_user u join tenant t on t.id = u.tenant_id
        where u.phone = $1 and u.phone_confirmed_at is not null and u.status = 'active' and t.status = 'active'`,
      [phone],
    ),
  )
  return rows.length > 0
}
