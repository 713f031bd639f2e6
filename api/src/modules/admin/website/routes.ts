import type { Database } from '@sluice/db'
import type { Handlers } from '../../../http/route-handler.ts'
import type { website } from './contract.ts'
import { findByHost, findOwn, saveOwn, type WebsiteRow } from './store.ts'

/** What the installation shows where a tenant says nothing. */
export interface WebsiteAttributes {
  readonly short_name: string
  readonly host: string
  readonly record_number: string
  readonly authorized_company: string
}

const LINKS = { community_url: '', privacy_url: '', terms_url: '', spreadsheet_url: '' }

interface WebsiteDeps {
  readonly database: Database
  /** What the installation shows where a tenant says nothing. */
  readonly website: WebsiteAttributes
  readonly version: string
}

export function createWebsiteRoutes({ database, version, ...deps }: WebsiteDeps): Handlers<typeof website> {
  const defaults = { ...LINKS, ...deps.website }
  return {
    async attributes(_input, ctx) {
      const row = await database.withSystem(tx => findByHost(tx, ctx.host))
      const { host: _, ...shown } = fill(row, defaults)
      return shown
    },
    async own(_input, ctx) {
      const row = await ctx.tenant(findOwn)
      return { ...own(row, defaults), version, defaults }
    },
    async save({ body }, ctx) {
      await ctx.tenant(async tx => {
        const before = await findOwn(tx)
        await saveOwn(tx, body)
        await ctx.audit(tx, { objectType: 'website', before: before ?? null, after: body })
      })
      return null
    },
  }
}

type Attributes = typeof LINKS & WebsiteAttributes

const own = (row: WebsiteRow | undefined, defaults: Attributes): Attributes => ({
  ...(row
    ? { ...row, host: row.host ?? defaults.host }
    : { ...LINKS, short_name: '', record_number: '', authorized_company: '', host: defaults.host }),
})

/** An empty text of the tenant is the installation's. */
const fill = (row: WebsiteRow | undefined, defaults: Attributes): Attributes => {
  const given = Object.entries(own(row, defaults)).filter(([, value]) => value !== '')
  return { ...defaults, ...Object.fromEntries(given) }
}
