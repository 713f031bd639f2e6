import type { QueryClient } from '@tanstack/react-query'
import type { ImportFile } from '../types.ts'

/** Everything that shows files and what comes of them, after one of them changed. */
export const refreshFiles = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) =>
      ['billImport', 'billProfile', 'billing', 'reconAccount', 'accountingItem'].includes(String(queryKey[0])),
  })

/** While a bill is read or loaded it is looked at so often. */
const LOOK_MS = 700

/** Asked again while the answer says that something is under way. */
export const lookWhile = <A>(isUnderWay: (answer: A) => boolean) => ({
  refetchInterval: ({ state }: { readonly state: { readonly data: A | undefined } }): number | false =>
    state.data !== undefined && isUnderWay(state.data) ? LOOK_MS : false,
})

export const isUnderWay = ({ job }: Pick<ImportFile, 'job'>): boolean =>
  job !== null && (job.state === 'queued' || job.state === 'running')
