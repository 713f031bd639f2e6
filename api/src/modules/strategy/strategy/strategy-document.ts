import { StrategyConfig } from '@sluice/contract'
import { z } from 'zod'
import { findUnknown } from '../../../http/parse-input.ts'
import { type Reader, readContent } from '../../../http/read-content.ts'
import { refuse } from '../../../http/refuse.ts'
import { StrategyHeader } from './contract.ts'
import type { StrategyListRow } from './store.ts'

/** One end as another installation can find it again. */
const End = z.object({ platform_id: z.string(), connector: z.string() })

/**
 * A strategy outside of the product: without connectors, whose secrets stay where they are, and without the other
 * strategies it waits for, which may not be there.
 */
const StrategyDocument = z.object({
  name: StrategyHeader.name,
  code: StrategyHeader.code,
  group: StrategyHeader.group,
  remark: StrategyHeader.remark,
  tags: StrategyHeader.tags,
  source: End,
  target: End,
  config: StrategyConfig,
})
export type StrategyDocument = z.output<typeof StrategyDocument>

/** Without its connectors, and without the other strategies it waits for. */
export function openPlaces(config: StrategyConfig) {
  const { connector_id: _source, ...source } = config.source
  const { connector_id: _target, ...target } = config.target
  const { preconditions: _preconditions, after: _after, ...schedule } = config.schedule
  return { ...config, source, target, schedule }
}

/** As `readDocuments` understands it. */
export function toDocument(row: StrategyListRow) {
  return {
    name: row.name,
    code: row.code,
    group: row.group_name,
    remark: row.remark,
    tags: row.tags,
    source: { platform_id: row.source_platform ?? '', connector: row.source_name ?? '' },
    target: { platform_id: row.target_platform ?? '', connector: row.target_name ?? '' },
    config: openPlaces(StrategyConfig.parse(row.config)),
  }
}

const MOST = 100
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** What an export wrote, or somebody by hand; connectors are still to be chosen. @throws Failure `invalid.import` */
export async function readDocuments(text: string, reader: Reader): Promise<StrategyDocument[]> {
  const list = ((await readContent(text, reader)) as { strategies?: unknown } | null)?.strategies
  if (!Array.isArray(list) || list.length === 0) throw wrong('strategies: []')
  if (list.length > MOST) throw wrong(`strategies: ${list.length} > ${MOST}`)
  return list.map((each, at) => {
    const document = StrategyDocument.safeParse(withConnectors(each))
    if (document.success) {
      const unknown = findUnknown(withConnectors(each), document.data)
      if (unknown !== null) throw wrong(`strategies[${at}].${unknown}`)
      return document.data
    }
    const [issue] = document.error.issues
    throw wrong(`strategies[${at}].${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
  })
}

/** A document names no connectors, a configuration must. */
function withConnectors(document: unknown): unknown {
  const { config } = (document ?? {}) as { config?: { source?: object; target?: object } } // the schema judges it
  if (!config) return document
  const place = { connector_id: NOBODY }
  return {
    ...(document as object),
    config: { ...config, source: { ...config.source, ...place }, target: { ...config.target, ...place } },
  }
}

const wrong = (value: string) => refuse('invalid.import', { field: 'text', value })
