import { readdirSync, readFileSync } from 'node:fs'
import { type Data, Mapping, parseJson, toJson, type Value } from '@sluice/contract'
import { expect, test } from 'vitest'
import { compileMapping } from './index.ts'

// Under fixtures/, which the formatter leaves alone: it would rewrite 12.50 as 12.5.
const folder = new URL('./golden/fixtures/', import.meta.url)
const now = () => new Date('2024-05-31T20:00:00Z')

for (const name of readdirSync(folder)) {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const { title, mapping } = JSON.parse(text) as { title: string; mapping: unknown }
  // Read a second time so that the record and the outcome keep every digit.
  const { record, outcome } = parseJson(text) as Data
  test(`${name}: ${title}`, async () => {
    const mapper = compileMapping(Mapping.parse(mapping), { now })
    const outcomes = await mapper.mapPage([record as Data])
    mapper.close()
    // By text: the order of fields and the digits of numbers are part of the promise.
    expect(toJson(outcomes[0] as unknown as Value)).toBe(toJson(outcome ?? null))
  })
}
