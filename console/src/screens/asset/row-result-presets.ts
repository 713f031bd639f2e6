import type { RowResults } from '@sluice/contract'

const none: RowResults = {
  path: '',
  errorPath: '',
  by: 'order',
  indexPath: '',
  indexBase: 0,
  resultKey: '',
  recordKey: '',
  success: { path: '', values: [], busyValues: [], messagePath: '' },
  targetKeyPath: '',
  codePath: '',
  fieldPath: '',
}
export const emptyResults = (): RowResults => ({ ...none, success: { ...none.success } })

/** Batch answers of well-known systems, as their packs read them. */
export const resultPresets = {
  kingdee: {
    ...none,
    path: 'Result.ResponseStatus.SuccessEntitys',
    errorPath: 'Result.ResponseStatus.Errors',
    by: 'index',
    indexPath: 'DIndex',
    success: { ...none.success, messagePath: 'Message' },
    targetKeyPath: 'Number',
    fieldPath: 'FieldName',
  },
  jushuitan: {
    ...none,
    path: 'data.datas',
    by: 'key',
    resultKey: 'so_id',
    recordKey: 'so_id',
    success: { ...none.success, path: 'issuccess', values: ['true'], messagePath: 'msg' },
    targetKeyPath: 'o_id',
  },
  woocommerce: {
    ...none,
    path: 'create',
    success: { ...none.success, path: 'id', messagePath: 'error.message' },
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
