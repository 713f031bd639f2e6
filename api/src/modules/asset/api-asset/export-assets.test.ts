import { expect, test } from 'vitest'
import { requireSheet } from './export-assets.ts'

async function* rows(count: number): AsyncGenerator<object> {
  for (let at = 0; at < count; at += 1) yield {}
}

test('assets of more rows than a sheet holds are refused before the file begins, and the limit itself is not', async () => {
  await requireSheet(rows(1_048_575))
  await expect(requireSheet(rows(1_048_576))).rejects.toMatchObject({
    code: 'invalid.assetSheet',
    field: 'format',
    value: '1048575',
  })
})
