/** Names that keys bear: `id`, `order_no`, `orderNo`, `sn`, `订单号`, `编码`. */
const KEY_NAME =
  /(?:^|[_\-. ])(?:id|uuid|no|sn|code|number|key)$|(?:Id|ID|No|Sn|SN|Code|Number)$|(?:编号|单号|编码|代码|号)$/

type Row = Readonly<Record<string, unknown>>

/**
 * A field that may be the key of these records, by its name and by different values in each; null where there is none.
 * A guess, and to be shown as one: a few records prove nothing.
 */
export function guessKey(rows: readonly Row[]): string | null {
  if (rows.length < 2) return null
  const names = Object.keys(rows[0] ?? {}).filter(name => KEY_NAME.test(name))
  return names.find(name => isDistinct(rows.map(row => row[name]))) ?? null
}

function isDistinct(values: readonly unknown[]): boolean {
  const texts = values.map(value => (isPlain(value) ? String(value) : ''))
  return !texts.includes('') && new Set(texts).size === texts.length
}

/** A number of any length among them: it is an object with its digits. */
const isPlain = (value: unknown): boolean =>
  value !== null && value !== undefined && typeof value !== 'boolean' && !Array.isArray(value)
