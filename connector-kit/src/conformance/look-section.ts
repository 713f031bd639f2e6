import { SourceConfig } from '@sluice/contract'
import { expect } from 'vitest'
import type { Connection } from '../connector.ts'
import { readSample } from '../read-sample.ts'
import type { Bench } from './bench.ts'
import type { SourcePlace, SourceSuite } from './options.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000002'
/** More often than a broker delivers one message; elsewhere the third look shows what the first two left. */
const LOOKS = { queue: 6, other: 3 }

interface LookTools {
  /** A fresh place with records. */
  place(): Promise<SourcePlace>
  /** All of its records, in an order of their own. */
  read(place: SourcePlace): Promise<readonly string[]>
}

/** What a person does while making a strategy leaves the external system as it was. */
export function addLookTest(suite: SourceSuite, bench: Bench, tools: LookTools): void {
  bench.check('C-5.4', 'test, discovery, description and sample change nothing at the external system', async () => {
    const place = await tools.place()
    if (bench.manifest.follows === 'queue' && !suite.readState) throw new Error('the suite of a queue needs readState')
    const readState = async (): Promise<unknown> => suite.readState?.(place) ?? tools.read(place)
    const before = await readState()
    const looks = bench.manifest.follows === 'queue' ? LOOKS.queue : LOOKS.other
    for (let look = 0; look < looks; look += 1)
      await bench.use(async connection => {
        for await (const step of connection.test()) expect(step.ok, step.name).toBe(true)
        await connection.discover()
        await connection.describe(place.resource, place.options ?? {})
        await expectSample(connection, place, suite.mayRefuseSample === true)
      })
    expect(await readState()).toEqual(before)
  })
}

async function expectSample(connection: Connection, place: SourcePlace, mayRefuse: boolean): Promise<void> {
  const config = SourceConfig.parse({ key: ['id'], ...place, connector_id: CONNECTOR_ID })
  try {
    expect((await readSample(connection, config, 5))?.length).toBeGreaterThan(0)
  } catch (error) {
    if (!mayRefuse) throw error
    expect(error).toMatchObject({ code: 'sample.changes', advice: expect.any(String) })
  }
}
