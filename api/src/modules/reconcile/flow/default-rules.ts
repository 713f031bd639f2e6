import type { FlowConfig } from './contract.ts'

/** With what a flow begins. All of them propose until they have earned more. */
export const defaultConfig: FlowConfig = {
  rules: [
    { id: 'exact', kind: 'exact', keys: ['order', 'item'] },
    { id: 'sum-of-item', kind: 'aggregate', keys: ['order', 'item'] },
    { id: 'sum-of-order', kind: 'aggregate', keys: ['order'] },
    {
      id: 'rounding',
      kind: 'tolerance',
      keys: ['order', 'item'],
      tolerance_minor: '5',
      tolerance_basis_points: 0,
      item: 'rounding',
      limit_minor: '100000',
    },
    { id: 'settlement', kind: 'batch', keys: ['batch'] },
    { id: 'written-otherwise', kind: 'reference', keys: ['account', 'item'], prefixes: ['T200P'] },
    { id: 'amount-and-day', kind: 'window', keys: ['account'], before_hours: 24, after_hours: 48 },
    { id: 'parts', kind: 'subset', keys: ['account'], before_hours: 24, after_hours: 48 },
  ],
  in_transit_days: 1,
}
