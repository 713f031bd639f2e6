import { billFormats, billPlatforms, exponentOf, readAmount, sayMinor } from '@sluice/bills'
import { newId } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import type { ReconAccount, reconAccount } from './contract.ts'
import {
  type AccountRow,
  type AccountSettings,
  findAccount,
  insertAccount,
  lockAccount,
  searchAccounts,
  setStatus,
  updateAccount,
} from './store.ts'

type Routes = Handlers<typeof reconAccount>

export function createReconAccountRoutes({ now }: { readonly now: () => number }): Routes {
  return {
    platforms: async () => platforms,
    async list({ query }, ctx) {
      const { keyword, platform = null, status = null } = query
      const filter = { pattern: keyword ? toPattern(keyword) : null, platform, status }
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchAccounts(tx, filter, limit, offset)),
      )
      return new Page(rows.map(describe), total)
    },
    get: async ({ params }, ctx) => describe(orRefuse(await ctx.tenant(tx => findAccount(tx, params.id)))),
    async create({ body }, ctx) {
      const platform = billPlatforms.find(({ code }) => code === body.platform)
      if (!platform) throw refuse('invalid.reconPlatform', { field: 'platform', value: body.platform })
      const id = newId(now())
      const { userId } = ctx.principal
      const account = { ...settingsOf(body, body.currency), id, userId, zone: platform.zone }
      try {
        return await ctx.tenant(async tx => {
          await insertAccount(tx, { ...account, code: body.code, platform: body.platform, currency: body.currency })
          const row = orRefuse(await findAccount(tx, id))
          await ctx.audit(tx, { ...auditOf(row), after: { ...body } })
          return describe(row)
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw refuse('conflict.code', { field: 'code', value: body.code })
        throw error
      }
    },
    update: ({ params, body: { version, ...body } }, ctx) =>
      ctx.tenant(async tx => {
        const before = await lockFresh(tx, params.id, version)
        await updateAccount(tx, params.id, settingsOf(body, before.currency), ctx.principal.userId)
        const row = orRefuse(await findAccount(tx, params.id))
        await ctx.audit(tx, { ...auditOf(row), before: describe(before), after: describe(row) })
        return describe(row)
      }),
    setStatus: ({ params, body: { status, version } }, ctx) =>
      ctx.tenant(async tx => {
        const before = await lockFresh(tx, params.id, version)
        if (before.status === 'closed') throw refuse('conflict.accountClosed', { value: before.name })
        await setStatus(tx, params.id, status, ctx.principal.userId)
        const row = orRefuse(await findAccount(tx, params.id))
        await ctx.audit(tx, { ...auditOf(row), before: { status: before.status }, after: { status } })
        return describe(row)
      }),
  }
}

const platforms = billPlatforms.map(({ code, name, zone, readyAt, formats }) => ({
  code,
  name,
  zone,
  ready_at: readyAt,
  formats: billFormats
    .filter(format => formats.includes(format.code))
    .map(({ code, name, proof }) => ({ code, name, proof })),
}))

async function lockFresh(tx: Tx, id: string, version: number): Promise<AccountRow> {
  const row = orRefuse(await lockAccount(tx, id))
  if (row.version !== version) throw refuseStale()
  return row
}

function orRefuse(row: AccountRow | undefined): AccountRow {
  if (!row) throw refuse('notFound.reconAccount')
  return row
}

function settingsOf(
  body: Pick<ReconAccount, 'name' | 'shop_no' | 'company' | 'opening' | 'opening_on' | 'remark'>,
  currency: string,
): AccountSettings {
  const { opening, ...rest } = body
  const amount = readAmount(opening, exponentOf(currency))
  if (!amount) throw refuse('invalid.amount', { field: 'opening', value: opening })
  return { ...rest, opening_minor: amount.minor.toString() }
}

const auditOf = (row: AccountRow) => ({ objectType: 'reconAccount', objectId: row.id, objectName: row.name })

function describe({ total: _total, opening_minor, balance_minor, ...row }: AccountRow): ReconAccount {
  const say = (minor: string) => sayMinor(BigInt(minor), exponentOf(row.currency))
  return { ...row, opening: say(opening_minor), balance: balance_minor === null ? null : say(balance_minor) }
}
