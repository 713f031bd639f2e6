import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { openReader, SourceOptions } from '@sluice/connector-kit/files'

/** The process that is measured by `files.ts`: reads one file whole and tells what it saw as JSON. */
const [path = ''] = process.argv.slice(2)
const { size, mtimeMs } = statSync(path)
const name = basename(path)
const options = SourceOptions.parse({
  format: 'auto',
  header: true,
  header_row: 1,
  skip_rows: 0,
  with_row_number: false,
  encoding: 'auto',
  delimiter: 'auto',
})
const found = { id: name, path, name, sizeBytes: size, modifiedMs: mtimeMs }
const reader = await openReader(found, null, options, ['id'])
const baseKb = process.resourceUsage().maxRSS
const startMs = performance.now()
let rows = 0
for await (const part of reader.read()) {
  rows += part.length
  for (const { record } of part)
    if (record.failure) throw new Error(`reading ${name}, record ${rows}: ${record.failure.message}`)
}
const seconds = (performance.now() - startMs) / 1000
console.log(JSON.stringify({ rows, seconds, baseKb, peakKb: process.resourceUsage().maxRSS }))
