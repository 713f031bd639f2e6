/** Without directory, ending and sheet. */
const FILE = /([^/\\]+)\.(?:csv|tsv|txt|jsonl?|ndjson|xlsx?|xml|parquet)(?:\.gz)?(?:#.*)?$/i
/** A table whose name needs quotes at its database. */
const QUOTED = /^(?:[^./\\:?]+\.)?([\p{L}_][\p{L}\p{N}_ $#-]*)$/u

/** A path of an HTTP API: its last part that is a word, not a version. */
const PATH = /^\/?(?:[^?#]*\/)?(?!v\d+(?:$|[/?#]))([\p{L}_][\p{L}\p{N}_-]*)(?:\.json)?\/?(?:[?#].*)?$/u

/**
 * `public.orders` → orders, `public.Messy Orders` → Messy_Orders, `in/orders-2026.csv` → orders_2026,
 * `/api/v1/orders?page=1` → orders; a key of an asset and the like make
 * no name.
 */
export function tableNameOf(source: string | null): string {
  const quoted = FILE.exec(source ?? '')?.[1] ?? QUOTED.exec(source ?? '')?.[1] ?? pathOf(source ?? '')
  const name = quoted?.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').replace(/_+$/, '')
  return /(?:^|\.)([\p{L}_][\p{L}\p{N}_]*)$/u.exec(name ?? source ?? '')?.[1] ?? ''
}

const pathOf = (source: string): string | undefined => (source.includes('/') ? PATH.exec(source)?.[1] : undefined)

/** A name that no table of the target has, as `taken` tells them: what is proposed is one press from done. */
export function freeTableName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map(each => each.slice(each.lastIndexOf('.') + 1).toLowerCase()))
  let free = name
  for (let number = 2; name !== '' && known.has(free.toLowerCase()); number += 1) free = `${name}_${number}`
  return free
}
