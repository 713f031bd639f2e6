import { useFormat } from '../../../../lib/format.ts'
import type { ImportFile } from '../types.ts'
import { useText } from '../use-text.ts'
import { isUnderWay } from './queries.ts'

/** How far a bill is: its state, or the rows that were read of it so far. */
export function Progress({ file }: { readonly file: ImportFile }) {
  const text = useText()
  const { number } = useFormat()
  const { job } = file
  if (!job || !isUnderWay(file)) return text.states[file.state]
  if (job.state === 'queued') return text.progress.queued
  return text.progress[job.step](number(job.done))
}
