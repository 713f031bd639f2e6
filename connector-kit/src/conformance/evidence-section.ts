import { describe, expect } from 'vitest'
import type { Connector } from '../connector.ts'
import type { Bench } from './bench.ts'
import { translateAs } from './translate-as.ts'

/** What the other sections have noted. Registered last, because it looks at everything they made the connector say. */
export function addEvidenceTests(connector: Connector, bench: Bench): void {
  describe('evidence', () => {
    bench.check('C-4.1', 'no secret shows in any step, failure, outcome or request', () => {
      expect(bench.evidence.findLeak()).toBeNull()
    })

    bench.check('C-13.1', 'every failure has a code of its own and says something', () => {
      for (const { code, message } of bench.evidence.failures) {
        expect(code, message).toMatch(/^[a-z][A-Za-z]*(\.[a-zA-Z]+)+$/)
        expect(message.trim(), code).not.toBe('')
      }
    })

    bench.check('C-16.1', 'every sentence it said is known in Chinese, Traditional Chinese and Portuguese', () => {
      const untold = (['zh', 'tw', 'pt'] as const).flatMap(language => {
        const say = translateAs(connector, language)
        return bench.evidence.sentences.filter(each => say(each) === null).map(each => `${language}: ${each}`)
      })
      expect(untold).toEqual([])
    })
  })
}
