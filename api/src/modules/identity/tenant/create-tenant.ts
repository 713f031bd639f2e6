import { Failure, lineOf, newId } from '@sluice/contract'
import { type Database, isUniqueViolation } from '@sluice/db'
import { hashPassword, ITSELF } from '../../../http/hash-password.ts'
import { refuse } from '../../../http/refuse.ts'
import { type AuditActor, actFor, writeAudit } from '../../../http/write-audit.ts'
import { checkPassword, makePassword } from '../password/index.ts'
import { insertTenant, isAnyTenant } from './store.ts'

export interface NewTenant {
  /** Lower case letters, digits and dashes, 2 to 40. */
  readonly code: string
  readonly name: string
  readonly adminUsername: string
  /** Absent: one is made, works once and must be changed at the first sign-in. */
  readonly password?: string
  /** Default Asia/Shanghai. */
  readonly timeZone?: string
  /** A registration by the person themself leaves a row in the new tenant's own log. */
  readonly origin?: Omit<AuditActor, 'userId' | 'username' | 'operation'>
}

export interface CreatedTenant {
  readonly tenantId: string
  /** What signs in: the administrator's name, with `@` and the code where the name alone is not enough. */
  readonly username: string
  /** In clear, to be shown once. */
  readonly password: string
}

/** A tenant with its preset roles and one administrator. @throws Failure `conflict.*` when the code is taken, `invalid.password*` */
export async function createTenant(database: Database, wanted: NewTenant): Promise<CreatedTenant> {
  if (wanted.password !== undefined) requireGood(wanted, wanted.password)
  const password = wanted.password ?? makePassword()
  const passwordHash = await hashPassword(password, wanted.origin?.ip ? lineOf(wanted.origin.ip) : ITSELF)
  const tenantId = newId()
  try {
    const username = await database.withSystem(async tx => {
      const { id: userId, signInName } = await insertTenant(tx, {
        ...wanted,
        id: tenantId,
        timeZone: wanted.timeZone ?? 'Asia/Shanghai',
        passwordHash,
        mustChangePassword: wanted.password === undefined,
        mayBePlain: wanted.origin === undefined,
      })
      if (!wanted.origin) return signInName
      await actFor(tx, tenantId)
      const actor = { ...wanted.origin, userId, username: wanted.adminUsername, operation: 'add' }
      const after = { code: wanted.code, name: wanted.name }
      await writeAudit(tx, actor, { objectType: 'tenant', objectId: tenantId, objectName: wanted.name, after })
      return signInName
    })
    return { tenantId, username, password }
  } catch (error) {
    throw explain(error, wanted)
  }
}

/** The rule of every door: the first administrator's password is no exception. */
function requireGood({ adminUsername, code, name }: NewTenant, password: string): void {
  const problem = checkPassword({ password, password2: password, isOwn: false, context: [adminUsername, code, name] })
  if (problem !== null) throw refuse(problem, { field: 'password' })
}

/** Whether the installation has any tenant yet. */
export const hasTenant = (database: Database): Promise<boolean> => database.withSystem(isAnyTenant)

function explain(error: unknown, wanted: NewTenant): unknown {
  if (isUniqueViolation(error))
    return new Failure({
      code: 'conflict.code',
      message: `The tenant code ${wanted.code} is taken.`,
      field: 'code',
      value: wanted.code,
    })
  return error
}
