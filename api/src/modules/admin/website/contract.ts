import { route } from '@sluice/contract'
import { z } from 'zod'

/** Empty, or an address that a browser may be sent to. */
const Link = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)])

/** What strangers are shown: nothing of the machine or its software. */
const shown = {
  short_name: z.string(),
  record_number: z.string(),
  authorized_company: z.string(),
  community_url: z.string(),
  privacy_url: z.string(),
  terms_url: z.string(),
  spreadsheet_url: z.string(),
}
const attributes = { ...shown, host: z.string() }

const WebsiteWrite = z.strictObject({
  short_name: z.string().trim().max(40).default(''),
  record_number: z.string().trim().max(60).default(''),
  authorized_company: z.string().trim().max(100).default(''),
  community_url: Link.default(''),
  privacy_url: Link.default(''),
  terms_url: Link.default(''),
  spreadsheet_url: Link.default(''),
})

export const website = {
  attributes: route({
    method: 'GET',
    path: '/api/setting/website',
    summary: 'Names and links shown by sign-in page, footer and watermark: of the tenant whose host was called',
    permission: 'public',
    audit: 'query',
    content: z.object(shown),
  }),
  own: route({
    method: 'GET',
    path: '/api/dp/setting/website',
    summary: 'The same of the signed-in user’s tenant, whichever host was called',
    permission: null,
    audit: 'query',
    content: z.object({ ...attributes, version: z.string(), defaults: z.object(attributes) }),
  }),
  save: route({
    method: 'PUT',
    path: '/api/dp/setting/website',
    summary: 'Change the tenant’s names and links; an empty one falls back to the installation’s',
    permission: 'website:update',
    audit: 'update',
    body: WebsiteWrite,
    content: z.null(),
  }),
}
