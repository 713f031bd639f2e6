import type { RowResults } from '@sluice/contract'
import { noResults } from './empty-results.ts'

/** Batch answers of well-known systems, as their packs read them. */
export const resultPresets = {
  kingdee: {
    ...noResults,
    path: 'Result.ResponseStatus.SuccessEntitys',
    errorPath: 'Result.ResponseStatus.Errors',
    by: 'index',
    indexPath: 'DIndex',
    success: { ...noResults.success, messagePath: 'Message' },
    targetKeyPath: 'Number',
    fieldPath: 'FieldName',
  },
  jushuitan: {
    ...noResults,
    path: 'data.datas',
    by: 'key',
    resultKey: 'so_id',
    recordKey: 'so_id',
    success: { ...noResults.success, path: 'issuccess', values: ['true'], messagePath: 'msg' },
    targetKeyPath: 'o_id',
  },
  woocommerce: {
    ...noResults,
    path: 'create',
    success: { ...noResults.success, path: 'id', messagePath: 'error.message' },
    targetKeyPath: 'id',
    codePath: 'error.code',
  },
} as const satisfies Readonly<Record<string, RowResults>>
export type ResultPreset = keyof typeof resultPresets

/** The preset that these settings are, if they are one. */
export function presetOf(results: RowResults): ResultPreset | null {
  const same = Object.entries(resultPresets).find(
    ([, preset]) => JSON.stringify(order(preset)) === JSON.stringify(order(results)),
  )
  return (same?.[0] as ResultPreset | undefined) ?? null // its keys are the presets
}

const order = (value: object): object =>
  Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]: [string, unknown]) => [
        name,
        typeof each === 'object' && each !== null && !Array.isArray(each) ? order(each) : each,
      ]),
  )
