import type { listWaiting } from '@sluice/api'
import { printable } from './printable.ts'

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

/** Releases that wait for the operator, in words of the tenants that made them. */
export const showWaiting = (
  waiting: readonly Pick<Waiting, 'id' | 'name' | 'version' | 'publisher' | 'tenant' | 'source' | 'warnings'>[],
): string[] =>
  waiting.flatMap(({ id, name, version, publisher, tenant, source, warnings }) => [
    printable(`${id}  ${name} ${version} by ${publisher} (${tenant || source})`),
    ...warnings.map(warning => `  ${printable(warning)}`),
  ])
