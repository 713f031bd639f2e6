import type { ParamValues } from '@sluice/contract'

/** Words of SQL before a bracket, and functions that only make a value of values, in every database that is read. */
const HARMLESS = new Set(
  (
    'in and or not exists any all some between like is where on when then else case over filter values select from as by having union join ' +
    'coalesce nullif lower upper trim ltrim rtrim length char_length abs round floor ceil ceiling mod cast extract substring substr ' +
    'replace concat greatest least date time timestamp year month day now date_trunc to_date to_timestamp count sum min max avg ' +
    'varchar char decimal numeric interval'
  ).split(' '),
)

/**
 * Whether a written condition may call a function of which nobody knows what it does. Texts in it are read as if they were
 * no texts: a harmless condition is taken for the other kind, never the other way round.
 */
export function callsFunction(condition: string): boolean {
  for (const [, name = ''] of condition.matchAll(/([\p{L}\p{N}_$#@."'`\]]*)\s*\(/gu))
    if (name !== '' && !HARMLESS.has(name.toLowerCase())) return true
  return false
}

/** See `Connector`. Of the options of every SQL source. */
export const mayChangeByCondition = ({ options }: { readonly options: ParamValues }): boolean =>
  callsFunction(String(options['where'] ?? ''))
