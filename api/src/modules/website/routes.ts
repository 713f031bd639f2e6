import type { Handlers } from '../../platform/route-handler.ts'
import type { website } from './contract.ts'

export interface WebsiteAttributes {
  readonly short_name: string
  readonly host: string
  readonly record_number: string
  readonly authorized_company: string
}

export const createWebsiteRoutes = (attributes: WebsiteAttributes, version: string): Handlers<typeof website> => ({
  attributes: async () => ({ ...attributes, version }),
})
