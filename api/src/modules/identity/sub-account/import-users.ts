import { newId, type Parsed } from '@sluice/contract'
import { isUniqueViolation } from '@sluice/db'
import type { z } from 'zod'
import { hashPassword } from '../../../http/hash-password.ts'
import { type MessageCode, writeMessage } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { makePassword } from '../password/index.ts'
import { findExcess } from '../role/index.ts'
import { subAccount } from './contract.ts'
import { type GivenRole, insertUser, listGivenRoles, listTaken, type UserWrite } from './store.ts'
import { toE164 } from './to-e164.ts'

type Row = Parsed<(typeof subAccount)['import']>['body']['rows'][number]

interface Fault {
  readonly field: string
  readonly message: string
}

interface JudgedRow {
  /** From 1, without the heading. */
  readonly line: number
  readonly username: string
  readonly faults: Fault[]
  readonly user: UserWrite
}

/** Passwords are made slow on purpose; so many at once keep both a small machine and its other callers going. */
const AT_ONCE = 2

/** Every fault of every line: form, names taken or doubled, roles that are not there or not the caller's to give. */
export async function judgeRows(rows: readonly Row[], ctx: RouteContext): Promise<JudgedRow[]> {
  const names = rows.map(row => row.username.trim().toLowerCase())
  const roles = new Map((await ctx.tenant(listGivenRoles)).map(role => [role.name, role]))
  const taken = await ctx.tenant(tx => listTaken(tx, names))
  return rows.map((row, index) => {
    const faults: Fault[] = []
    const say = (field: string, code: MessageCode, value: string) =>
      void faults.push({ field, message: writeMessage(code, ctx.language, { field, value }, code) })
    for (const field of findIllFormed(row)) say(field, 'invalid.input', row[field as keyof Row])
    const name = names[index] ?? ''
    if (taken.has(name)) say('username', 'conflict.username', row.username)
    if (names.indexOf(name) < index) say('username', 'conflict.name', row.username)
    const role = roles.get(row.role.trim())
    judgeRole(row, role, ctx, say)
    return { line: index + 1, username: row.username, faults, user: toUser(row, role) }
  })
}

/** The same rules as for one account: the schema of its form. */
function findIllFormed({ role: _, ...row }: Row): string[] {
  const schema = subAccount.save.body.pick({ username: true, nickname: true, phone: true, email: true, remark: true })
  const parsed = schema.safeParse(tidy(row))
  return parsed.success ? [] : [...new Set(parsed.error.issues.map((issue: z.core.$ZodIssue) => String(issue.path[0])))]
}

const tidy = <T extends Record<string, string>>(row: T): T =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value.trim()])) as T // the same keys

function judgeRole(
  row: Row,
  role: GivenRole | undefined,
  ctx: RouteContext,
  say: (field: string, code: MessageCode, value: string) => void,
): void {
  const excess = role && findExcess(ctx.principal, role)
  if (!role) say('role', 'notFound.role', row.role)
  else if (excess !== undefined && excess !== null) say('role', 'permission.grant', excess)
}

const toUser = (row: Row, role: GivenRole | undefined): UserWrite => {
  const { username, nickname, phone, email, remark } = tidy(row)
  return { username, nickname, phone: toE164(phone), email: email || null, remark, roleId: role?.id ?? '' }
}

/** Lines without fault become accounts, each with a password that works once; one row in the log tells of all. */
export async function importUsers({ now }: { readonly now: () => number }, rows: readonly Row[], ctx: RouteContext) {
  const judged = await judgeRows(rows, ctx)
  const good = judged.filter(row => row.faults.length === 0)
  const passwords = await makePasswords(good.length, ctx.principal.userId)
  const created: { line: number; username: string; one_time_password: string }[] = []
  const refused = judged.filter(row => row.faults.length > 0).map(({ user: _, ...row }) => row)
  await ctx.tenant(async tx => {
    for (const [index, { line, user, username }] of good.entries()) {
      const made = passwords[index]! // one for each
      try {
        const signInName = await tx.savepoint(() =>
          insertUser(tx, {
            ...user,
            id: newId(now()),
            passwordHash: made.hash,
            mustChange: true,
            createdBy: ctx.principal.userId,
          }),
        )
        created.push({ line, username: signInName, one_time_password: made.password })
      } catch (error) {
        if (!isUniqueViolation(error, 'app_user_username')) throw error
        const message = writeMessage('conflict.username', ctx.language, { value: username }, '')
        refused.push({ line, username, faults: [{ field: 'username', message }] })
      }
    }
    await ctx.audit(tx, {
      objectType: 'user',
      after: { created: created.map(row => row.username), refused: refused.map(row => row.username) },
    })
  })
  return { created, refused: refused.sort((a, b) => a.line - b.line) }
}

async function makePasswords(
  count: number,
  from: string,
): Promise<{ readonly password: string; readonly hash: string }[]> {
  const made: { password: string; hash: string }[] = []
  while (made.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, makePassword)
    made.push(
      ...(await Promise.all(some.map(async password => ({ password, hash: await hashPassword(password, from) })))),
    )
  }
  return made
}
