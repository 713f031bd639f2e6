import type { argon2 } from 'node:crypto'
import { createRequire, syncBuiltinESMExports } from 'node:module'

const crypto: { argon2: typeof argon2 } = createRequire(import.meta.url)('node:crypto')
const real = crypto.argon2
let isCheap = true
let made = 0

/** Hashes of the product's cost so far: the work of a sign-in, whatever the machine does beside it. */
export const countHashes = (): number => made

/** What the product asks for: half of what signing in costs a test. Hashes of another cost stay what they say. */
const isProducts = ({ memory, passes }: { readonly memory: number; readonly passes: number }): boolean =>
  memory === 19_456 && passes === 2

// The product's modules see it too: what they import from `node:crypto` follows this.
crypto.argon2 = (algorithm, parameters, done) => {
  if (isProducts(parameters)) made += 1
  real(algorithm, isCheap && isProducts(parameters) ? { ...parameters, memory: 8, passes: 1 } : parameters, done)
}
syncBuiltinESMExports()

/** With hashes at their full cost: where the cost itself is what is tested. */
export async function atFullCost<Result>(work: () => Promise<Result>): Promise<Result> {
  isCheap = false
  try {
    return await work()
  } finally {
    isCheap = true
  }
}
