import { afterAll, expect, inject, type TestContext, test } from 'vitest'
import type { Manifest } from '../manifest.ts'
import type { ClauseId, Section } from './clauses.ts'
import { type ClauseResult, findHoles, findStale, waivedFor } from './waiver.ts'

/** `C-6.1`, or several with blanks between. */
type ClauseList = ClauseId | readonly ClauseId[]

/** Registers a test that proves clauses. A waived one runs all the same and must not pass: see `findStale`. */
export type Check = (proves: ClauseList, title: string, run: (ctx: TestContext) => unknown) => void

/** One for each connector of a test file, over all its runs: a clause is proved by one of them. */
const ledgers = new Map<string, ReturnType<typeof createLedger>>()

/** The book of which clauses a connector's tests prove. `sections`: what this run is about to test. */
export function openLedger({ id, roles }: Manifest, sections: readonly Section[]): Check {
  const ledger = ledgers.get(id) ?? createLedger(id, roles)
  ledgers.set(id, ledger)
  ledger.add(sections)
  return ledger.check
}

function createLedger(id: string, roles: Manifest['roles']) {
  const waived = waivedFor(inject('waivers') ?? [], id)
  const results = new Map<ClauseId, ClauseResult>()
  const sections = new Set<Section>()
  const note = (ids: readonly ClauseId[], what: 'passed' | 'failed'): void => {
    for (const each of ids) {
      const before = results.get(each) ?? { passed: 0, failed: 0 }
      results.set(each, { ...before, [what]: before[what] + 1 })
    }
  }
  const check: Check = (proves, title, run) => {
    const ids = typeof proves === 'string' ? [proves] : proves
    for (const each of ids) if (!results.has(each)) results.set(each, { passed: 0, failed: 0 })
    test(`${title} [${ids.join(' ')}]`, async ctx => {
      try {
        await run(ctx)
      } catch (error) {
        if (isSkip(error)) throw error
        note(ids, 'failed')
        const reason = ids.map(each => waived.get(each)).find(each => each !== undefined)
        if (reason !== undefined) ctx.skip(`waived: ${reason}`)
        throw error
      }
      note(ids, 'passed')
    })
  }
  let runs = 0
  let ended = 0
  /** After the last run of the file: what one run keeps another may not. */
  const judge = (): void => {
    ended += 1
    const stale = ended === runs ? findStale(sections, results, waived) : []
    if (stale.length > 0) throw new Error(`connector ${id} has stale waivers: ${stale.join('; ')}`)
  }
  return {
    check,
    add: (more: readonly Section[]) => {
      const isFirst = sections.size === 0
      runs += 1
      afterAll(judge)
      for (const each of more) sections.add(each)
      if (!isFirst || !sections.has('manifest')) return
      // All runs of the file are registered before the first test begins.
      for (const role of roles) sections.add(role)
      test(`connector ${id}: every clause of the standard is checked or waived`, () => {
        const holes = findHoles(sections, new Set(results.keys()), waived)
        expect(holes.join(' '), 'has neither a test nor a waiver').toBe('')
      })
    },
  }
}

const isSkip = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'VITEST_PENDING'
