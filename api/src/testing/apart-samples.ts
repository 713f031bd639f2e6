import { ExactNumber, Failure } from '@sluice/contract'

/** Functions that run-apart.test.ts runs apart. */

export const repeat = (given: unknown) => ({ given, exact: new ExactNumber('12.50') })

export function refuseAll(): never {
  throw new Failure({ code: 'invalid.text', message: 'No.', field: 'text', value: 'x' })
}

export function fail(): never {
  throw new TypeError('planted')
}

export function computeForever(): never {
  for (;;) Math.random()
}

export function fillMemory(): never {
  const all: string[][] = []
  for (;;) all.push(Array.from({ length: 1e5 }, (_, at) => `${at}`))
}
