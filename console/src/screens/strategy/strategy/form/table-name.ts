/** Without directory, ending and sheet. */
const FILE = /([^/\\]+)\.(?:csv|tsv|txt|jsonl?|ndjson|xlsx?|xml|parquet)(?:\.gz)?(?:#.*)?$/i
/** A table whose name needs quotes at its database. */
const QUOTED = /^(?:[^./\\:?]+\.)?([\p{L}_][\p{L}\p{N}_ $#-]*)$/u

/**
 * `public.orders` → orders, `public.Messy Orders` → Messy_Orders, `in/orders-2026.csv` → orders_2026; a key of an asset and
 * the like make no name.
 */
export function tableNameOf(source: string | null): string {
  const quoted = FILE.exec(source ?? '')?.[1] ?? QUOTED.exec(source ?? '')?.[1]
  const name = quoted?.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').replace(/_+$/, '')
  return /(?:^|\.)([\p{L}_][\p{L}\p{N}_]*)$/u.exec(name ?? source ?? '')?.[1] ?? ''
}
