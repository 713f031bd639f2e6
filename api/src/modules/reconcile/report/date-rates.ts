import { ContractRate } from '../account-model/contract.ts'
import type { DatedRate } from './fee-rows.ts'

/** Of each item the rates one after the other: each ends where the next one begins. */
export function dateRates(accountId: string, stored: unknown): DatedRate[] {
  const rates = ContractRate.array().catch([]).parse(stored)
  return rates.map(({ item, base, percent, rounding, valid_from }) => {
    const later = rates.filter(rate => rate.item === item && rate.valid_from > valid_from).map(rate => rate.valid_from)
    return {
      account_id: accountId,
      item,
      base,
      percent,
      rounding,
      from: valid_from,
      until: later.toSorted()[0] ?? null,
    }
  })
}
