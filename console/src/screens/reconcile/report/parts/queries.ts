import type { Search } from '../types.ts'

/** What is asked of the server: only what is set. */
export const toQuery = ({ account_id, currency, from, to }: Search) => ({
  ...(account_id && { account_id }),
  ...(currency && { currency }),
  ...(from && { from }),
  ...(to && { to }),
})

/** Currencies of rows, each for itself. */
export const currenciesOf = (rows: readonly { readonly currency: string }[]): string[] =>
  [...new Set(rows.map(({ currency }) => currency))].toSorted()
