import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  'api-gateway': { zh: 'API 网关', en: 'API gateway', pt: 'Gateway de APIs' },
}
