/** Without directory, ending and sheet. */
const FILE = /([^/\\]+)\.(?:csv|tsv|txt|jsonl?|ndjson|xlsx?|xml|parquet)(?:\.gz)?(?:#.*)?$/i

/** `public.orders` → orders, `public.Messy Orders` → Messy_Orders, `in/orders-2026.csv` → orders_2026; a key of an asset and the like make no name. */
export function tableNameOf(source: string | null): string {
  const file = FILE.exec(source ?? '')?.[1]?.replaceAll(/[^\p{L}\p{N}_]+/gu, '_')
  return /(?:^|\.)([\p{L}_][\p{L}\p{N}_]*)$/u.exec(file ?? source ?? '')?.[1] ?? ''
}
