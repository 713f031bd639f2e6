import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const en: Like<typeof zh> = {
  label: 'Website',
  intro: 'Names and links of the sign-in page, the footer and the watermark. What is empty is the installation’s.',
  host: 'Host',
  hostHint: 'Before the sign-in the host tells the tenant. The operator sets it: tenant website --code … --host …',
  short_name: 'Short name',
  record_number: 'Record number',
  authorized_company: 'Authorized company',
  companyHint: 'Shown in the footer and as the watermark of every page',
  community_url: 'Community',
  privacy_url: 'Privacy',
  terms_url: 'Terms',
  spreadsheet_url: 'Spreadsheet tool',
  linkRule: 'Enter an address that begins with http:// or https://',
  fallback: value => `Default: ${value}`,
  save: 'Save',
  saved: 'Saved',
}
