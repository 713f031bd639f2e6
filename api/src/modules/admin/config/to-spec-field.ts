import type { ConfigKind } from './contract.ts'

/** Words of the screens' bodies that files say otherwise. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bconnector_id\b/, 'connector'],
  [/\bmap_id\b/, 'map'],
  [/\bstrategy_id\b/, 'strategy'],
  [/\b([ab])_platform_id\b/, '$1_platform'],
  [/\b([ab])_value\b/, '$1'],
]

/** The field of a refusal as the file says it: `config.source.connector_id` is `spec.source.connector`. */
export function toSpecField(field: string, kind: ConfigKind): string {
  if (['key', 'kind', 'version', 'spec'].includes(field) || field.startsWith('spec.')) return field
  const plain = kind === 'dashboard' ? field : field.replace(/^(doc|config|template)\./, '')
  if (plain === 'code' || plain === 'platform_id' || (plain === 'name' && kind !== 'strategy' && kind !== 'platform'))
    return 'key'
  if (plain === '') return ''
  if (kind === 'strategy' && /^(cron|timeZone)$/.test(plain)) return `spec.schedule.${plain}`
  return `spec.${WORDS.reduce((text, [word, other]) => text.replace(word, other), plain)}`
}
