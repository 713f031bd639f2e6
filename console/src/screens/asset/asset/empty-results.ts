import type { RowResults } from '@sluice/contract'

/** Row results that nobody has described yet. */
export const noResults: RowResults = {
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
export const emptyResults = (): RowResults => ({ ...noResults, success: { ...noResults.success } })
