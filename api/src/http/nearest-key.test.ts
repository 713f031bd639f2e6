import { expect, test } from 'vitest'
import { z } from 'zod'
import { findNearestKey } from './nearest-key.ts'

const schema = z.object({
  source: z.object({ connector: z.string(), pageSize: z.int().default(10) }).optional(),
  fields: z.array(z.union([z.object({ kind: z.string(), template: z.string() }), z.object({ constant: z.string() })])),
  options: z.record(z.string(), z.object({ value: z.string() })),
})

test.each([
  ['sourse', 'source'],
  ['source.pagesize', 'pageSize'],
  ['source.conector', 'connector'],
  ['fields.0.tempalte', 'template'],
  ['fields.3.constnat', 'constant'],
  ['options.any.vlaue', 'value'],
  ['source.colour', null],
  ['nowhere.source', null],
  ['x', null],
])('%s was meant to be %s', (path, expected) => {
  expect(findNearestKey(schema, path.split('.'))).toBe(expected)
})
