import { afterAll, beforeAll, describe } from 'vitest'
import { createBench } from './bench.ts'
import { addConnectionTests } from './connection-section.ts'
import { addEvidenceTests } from './evidence-section.ts'
import { addManifestTests } from './manifest-section.ts'
import type { ConformanceOptions } from './options.ts'
import { addSourceTests } from './source-section.ts'
import { addTargetTests } from './target-section.ts'

/** Registers the suite every connector passes. One call in the connector's test file. */
export function testConnector(options: ConformanceOptions): void {
  const { connector } = options
  describe(`connector ${connector.manifest.id}`, { timeout: options.timeoutMs ?? 20_000 }, () => {
    const bench = createBench(options)
    addManifestTests(connector, bench.checkAlone)
    describe('against the far system', () => {
      beforeAll(bench.start, 60_000)
      afterAll(bench.stop, 60_000)
      addConnectionTests(options, bench)
      if (options.source) addSourceTests(options.source, bench)
      if (options.target) addTargetTests(options.target, bench)
      // Last: looks at everything the other tests have noted.
      addEvidenceTests(connector, bench)
    })
  })
}
