import { CsvProblem } from '../lib/read-csv.ts'
import { useUiText } from './use-text.ts'

/** A file that cannot be read as delimited text, in words that name its line; null for any other error. */
export function useCsvProblem(): (error: unknown) => string | null {
  const text = useUiText().csv
  return error => (error instanceof CsvProblem ? text[error.kind](error.line) : null)
}
