import { isUniqueViolation } from '@sluice/db'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import type { BillProfile, billProfile } from './contract.ts'
import { deleteProfile, findProfile, type ProfileRow, renameProfile, searchProfiles } from './store.ts'

export function createBillProfileRoutes(): Handlers<typeof billProfile> {
  return {
    async list({ query }, ctx) {
      const pattern = query.keyword ? toPattern(query.keyword) : null
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchProfiles(tx, pattern, limit, offset)),
      )
      return new Page(rows.map(describe), total)
    },
    async rename({ params, body: { name } }, ctx) {
      try {
        return await ctx.tenant(async tx => {
          const before = orRefuse(await findProfile(tx, params.id))
          await renameProfile(tx, params.id, name, ctx.principal.userId)
          await ctx.audit(tx, { ...auditOf(before), before: { name: before.name }, after: { name } })
          return describe(orRefuse(await findProfile(tx, params.id)))
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw refuse('conflict.profileName', { field: 'name', value: name })
        throw error
      }
    },
    delete: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = orRefuse(await findProfile(tx, params.id))
        await deleteProfile(tx, row.id)
        await ctx.audit(tx, { ...auditOf(row), before: describe(row) })
        return null
      }),
  }
}

function orRefuse(row: ProfileRow | undefined): ProfileRow {
  if (!row) throw refuse('notFound.billProfile')
  return row
}

const auditOf = (row: ProfileRow) => ({ objectType: 'billProfile', objectId: row.id, objectName: row.name })

const describe = ({ total: _total, ...row }: ProfileRow): BillProfile => row
