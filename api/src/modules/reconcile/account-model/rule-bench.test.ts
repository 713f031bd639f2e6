import { expect, test } from 'vitest'
import { type Load, RuleBenches } from './rule-bench.ts'

const asked = { ruleSet: { reference: { a: 'order', b: 'order' }, rules: [] }, asOfMs: 0, inTransitMs: 0 } as const
const nothing: Load = () => Promise.resolve({ isCut: false })

/** Lines that come when they are let. */
function holdUp(): { readonly load: Load; readonly begun: Promise<void>; readonly letGo: () => void } {
  const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const load: Load = async () => {
    begun.resolve()
    await gone.promise
    return { isCut: false }
  }
  return { load, begun: begun.promise, letGo: () => gone.resolve() }
}

test('one tenant tries one set of rules at a time, is told so, and keeps no other from trying', async () => {
  const benches = new RuleBenches({ waitMs: 200 })
  const held = holdUp()
  const first = benches.run({ tenantId: 'a', key: 'user 1' }, held.load, asked)
  await held.begun
  await expect(benches.run({ tenantId: 'a', key: 'user 2' }, nothing, asked)).rejects.toMatchObject({
    code: 'tooMany.ruleTests',
  })
  expect(await benches.run({ tenantId: 'b', key: 'user 3' }, nothing, asked)).toMatchObject({ lines: 0 })
  held.letGo()
  expect(await first).toMatchObject({ lines: 0 })
  // Its place is free again, whoever kept the lines of the last ones.
  expect(await benches.run({ tenantId: 'a', key: 'user 2' }, nothing, asked)).toMatchObject({ lines: 0 })
})
