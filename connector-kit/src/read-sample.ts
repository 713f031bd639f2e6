import type { SourceConfig } from '@sluice/contract'
import type { Connection, SourceRecord } from './connector.ts'

/** Else each would make an error of its own, with all that was called. */
const READ = new Error('reading a sample: it is read')

/**
 * Up to `limit` records of a source to look at; nothing changes at the external system. null: the connector is no source.
 * @throws Failure
 */
export async function readSample(
  connection: Connection,
  config: SourceConfig,
  limit: number,
): Promise<readonly SourceRecord[] | null> {
  if (connection.sample) return (await connection.sample(config, limit)).slice(0, limit)
  const source = await connection.openSource?.(config)
  if (!source) return null
  const controller = new AbortController()
  try {
    const records: SourceRecord[] = []
    for await (const page of source.read({ cursor: null, window: null, pageSize: limit, signal: controller.signal })) {
      records.push(...page.records)
      if (records.length >= limit || page.cursor === null) break
    }
    return records.slice(0, limit)
  } finally {
    controller.abort(READ)
    await source.close().catch(() => undefined)
  }
}
