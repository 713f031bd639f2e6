import type { PlatformTemplate } from '@sluice/contract'
import { isAddress } from '../../../http/is-address.ts'

/**
 * Whether a changed template leads secrets to a place it did not lead them to before. An OAuth2 address at a server that
 * was there before (`/token` beside `base_url`) is none.
 */
export function isMoved(before: PlatformTemplate, after: PlatformTemplate): boolean {
  if (JSON.stringify(readSettings(before)) !== JSON.stringify(readSettings(after))) return true
  const known = new Set(listServers(before))
  return listServers(after).some(server => !known.has(server))
}

/** The settings that are addresses, with the words of the app that stand in them. */
function readSettings({ settings, app }: PlatformTemplate): readonly (readonly [field: string, value: string])[] {
  const words = new Map(app.flatMap(({ name, value, secret }) => (secret ? [] : [[`app.${name}`, value] as const])))
  return Object.entries(settings)
    .filter(([field]) => isAddress({ field, encryption: false, type: 'text' }, false))
    .map(([field, value]): [string, string] => [
      field,
      String(value).replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (all, name) => words.get(name) ?? all),
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The servers of a template: of its base, and of its OAuth2 addresses as they are resolved against it. */
function listServers(template: PlatformTemplate): readonly string[] {
  const base = new Map(readSettings(template)).get('base_url') ?? ''
  const { authorize_url = '', token_url = '', refresh_url = '' } = template.oauth2 ?? {}
  return [base, ...[authorize_url, token_url, refresh_url].filter(url => url !== '')].map(url => toServer(url, base))
}

/** What stands for something a connector fills in is a server of its own: nobody can tell which. */
function toServer(url: string, base: string): string {
  if (URL.canParse(url, base)) return new URL(url, base).origin
  return /^\/(?![/\\])/.test(url) ? base : url
}
