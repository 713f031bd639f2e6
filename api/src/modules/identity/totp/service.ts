import { createHmac, randomInt } from 'node:crypto'
import type { Database, Tx, Vault } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { findTotp, putTotp, replaceRecoveryCodes, spendRecoveryCode, takeStep } from './store.ts'
import { findStep, readBase32, writeBase32 } from './time-code.ts'

export interface TotpDeps {
  readonly database: Database
  readonly vault: Vault
  readonly throttle: Throttle
  readonly now: () => number
  readonly randomBytes: (length: number) => Buffer
  /** Shared by all processes of the installation. */
  readonly secret: Uint8Array
}

/** Whose second factor. */
interface TotpOwner {
  readonly tenantId: string
  readonly userId: string
}

/** Writes what was done into the transaction that did it. */
type Note = (tx: Tx) => Promise<void>

/** Second factors by an authenticator, RFC 6238. */
export interface TotpService {
  /** A fresh secret in base32, stored but not counting yet. @throws Failure `conflict.totp` */
  begin(owner: TotpOwner, note: Note): Promise<string>
  /** Switches it on by its first code; answers the recovery codes. null: the code is wrong. */
  confirm(owner: TotpOwner, code: string, note: Note): Promise<string[] | null>
  isEnabled(owner: TotpOwner): Promise<boolean>
  /** A code of the authenticator or a recovery code, each once. @throws Failure `tooMany.attempts` */
  verify(owner: TotpOwner, code: string): Promise<boolean>
  renewRecovery(owner: TotpOwner, note: Note): Promise<string[]>
}

const PER_USER = { burst: 5, everyMs: 60_000 }
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
// No letter that is read as another.
const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

export function createTotpService(deps: TotpDeps): TotpService {
  const { database, vault } = deps
  const inTenant = database.withTenant
  const readSecret = async (owner: TotpOwner, wantsConfirmed: boolean): Promise<Buffer | null> => {
    const row = await inTenant(owner.tenantId, tx => findTotp(tx, owner.userId))
    if (!row || (row.confirmed_at !== null) !== wantsConfirmed) return null
    return readBase32(await vault.open(owner.tenantId, placeOf(owner), row.secret))
  }
  const replaceCodes = async (tx: Tx, owner: TotpOwner): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
    const hashes = codes.map(code => hashRecovery(deps, owner, code))
    await replaceRecoveryCodes(tx, owner.userId, hashes)
    return codes
  }
  return {
    async begin(owner, note) {
      const secret = writeBase32(deps.randomBytes(SECRET_BYTES))
      const sealed = await vault.seal(owner.tenantId, placeOf(owner), secret)
      await inTenant(owner.tenantId, async tx => {
        if (!(await putTotp(tx, owner.userId, sealed))) throw refuse('conflict.totp')
        await note(tx)
      })
      return secret
    },
    async confirm(owner, code, note) {
      const limit = `totp/user/${owner.userId}`
      await deps.throttle.take(limit, PER_USER)
      const secret = await readSecret(owner, false)
      const step = secret && findStep(secret, code, deps.now())
      if (step === null) return null
      const at = new Date(deps.now())
      const codes = await inTenant(owner.tenantId, async tx => {
        if (!(await takeStep(tx, owner.userId, step, at))) return null
        await note(tx)
        return replaceCodes(tx, owner)
      })
      if (codes) await deps.throttle.reset(limit)
      return codes
    },
    renewRecovery: (owner, note) =>
      inTenant(owner.tenantId, async tx => {
        await note(tx)
        return replaceCodes(tx, owner)
      }),
    async isEnabled(owner) {
      const row = await inTenant(owner.tenantId, tx => findTotp(tx, owner.userId))
      return row?.confirmed_at != null
    },
    async verify(owner, code) {
      await deps.throttle.take(`totp/user/${owner.userId}`, PER_USER)
      const secret = await readSecret(owner, true)
      if (!secret) return false
      const step = findStep(secret, code, deps.now())
      const hash = hashRecovery(deps, owner, code)
      const at = new Date(deps.now())
      const isRight = await inTenant(owner.tenantId, tx =>
        step === null ? spendRecoveryCode(tx, owner.userId, hash, at) : takeStep(tx, owner.userId, step, null),
      )
      if (isRight) await deps.throttle.reset(`totp/user/${owner.userId}`)
      return isRight
    },
  }
}

const placeOf = (owner: TotpOwner): string => `totp/${owner.userId}`

/** 49 bits in two groups, to be read and typed. */
function makeRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Keyed, and one spelling for all ways to type it. */
const hashRecovery = ({ secret }: TotpDeps, { userId }: TotpOwner, code: string): Buffer =>
  createHmac('sha256', secret)
    .update(`recovery/${userId}/${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest()
