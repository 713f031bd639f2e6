import type { SourcePage } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, type Resource, SourceConfig, TargetConfig } from '@sluice/contract'
import file from './index.ts'

const connector_id = '01900000-0000-7000-8000-000000000007'

interface Asked {
  readonly options?: ParamValues
  readonly key?: string[]
  readonly sheet?: string
  readonly pageSize?: number
}

/** Uploads a file and reads the whole of it. */
export async function readUpload(name: string, content: Uint8Array | string, asked: Asked = {}) {
  const context = createTestContext()
  try {
    const connection = await file.open({ place: 'upload', file: await context.addFile(name, content) }, context)
    const resource = asked.sheet === undefined ? 'file' : `file#${asked.sheet}`
    const described: Resource = await connection.describe(resource, asked.options ?? {})
    const config = { connector_id, resource, options: asked.options ?? {}, key: asked.key ?? ['id'] }
    const source = await connection.openSource?.(SourceConfig.parse(config))
    const pages: SourcePage[] = []
    const request = { cursor: null, window: null, pageSize: asked.pageSize ?? 100 }
    for await (const page of source?.read({ ...request, signal: new AbortController().signal }) ?? []) pages.push(page)
    await source?.close()
    const records = pages.flatMap(page => page.records)
    const told = pages.flatMap(({ notices = [] }) => notices.map(({ text }) => text))
    return { described, pages, records, told, data: records.map(record => record.data) }
  } finally {
    await context.dispose()
  }
}

/** Writes records to a directory through one open target and closes it. */
export async function writeTo(
  context: ReturnType<typeof createTestContext>,
  options: ParamValues,
  records: readonly Data[],
) {
  const connection = await file.open({ place: 'directory', directory: context.directory }, context)
  const target = await connection.openTarget?.(TargetConfig.parse({ connector_id, resource: 'new-file', options }))
  const batch = records.map((data, index) => ({ data, idempotencyKey: String(index) }))
  const outcomes = await target?.write(batch, new AbortController().signal)
  await target?.close()
  return outcomes ?? []
}
