import { route } from '@sluice/contract'
import { z } from 'zod'

export const website = {
  attributes: route({
    method: 'GET',
    path: '/api/setting/website',
    summary: 'Names and links shown by sign-in page, footer and watermark',
    permission: 'public',
    audit: 'query',
    content: z.object({
      short_name: z.string(),
      host: z.string(),
      record_number: z.string(),
      authorized_company: z.string(),
      version: z.string(),
    }),
  }),
}
