import type { WriteOutcome } from '@sluice/connector-kit'
import {
  type Data,
  Failure,
  isData,
  newId,
  parseJson,
  type ReadWindow,
  type StrategyConfig,
  toJson,
} from '@sluice/contract'
import { openSourceOf, openTargetOf } from '../connection/open-sides.ts'
import { planWindow } from '../source/window.ts'
import { readWatermark } from '../sql/strategy-rows.ts'
import { writeBatch } from '../target/write-batch.ts'
import type { ReadStep, ReadStepRequest, StrategyDeps, WriteStep } from './strategies.ts'

/** A person looks at the answer; a source that says nothing for longer is told so. */
const STEP_MS = 45_000

/** The first records of a window as a run would ask for them. Nothing is stored and nothing moves. @throws Failure */
export async function readStep(
  deps: StrategyDeps,
  tenantId: string,
  strategyId: string,
  { config, window: wanted, limit }: ReadStepRequest,
): Promise<ReadStep> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), STEP_MS)
  const pageSize = Math.min(limit, config.source.pageSize)
  const { source, close } = await openSourceOf(deps, tenantId, { ...config.source, pageSize })
  try {
    const window = wanted === 'next' ? await planNext(deps, tenantId, strategyId, config, source) : wanted
    const step = { window, requests: [] as string[], records: [] as ReadStep['records'][number][], hasMore: false }
    for await (const page of source.read({ cursor: null, window, pageSize, signal: controller.signal })) {
      if (page.request !== undefined) step.requests.push(page.request)
      for (const { data, failure } of page.records) {
        if (step.records.length >= limit) step.hasMore = true
        else step.records.push({ text: data === null ? null : toJson(data), failure: failure ?? null })
      }
      step.hasMore ||= page.cursor !== null
      if (step.records.length >= limit || page.cursor === null) return step
    }
    if (controller.signal.aborted) throw tooSlow('source')
    return step
  } finally {
    clearTimeout(timer)
    controller.abort()
    await close()
  }
}

/** The increment that the next run would read; null where everything is read. */
async function planNext(
  deps: StrategyDeps,
  tenantId: string,
  strategyId: string,
  { source: { increment }, target }: StrategyConfig,
  source: { readHighWater?(field: string): Promise<string | null> },
): Promise<ReadWindow | null> {
  if (!increment || target.mode === 'replace') return null
  const highWater = await source.readHighWater?.(increment.field)
  const watermark = await deps.database.withTenant(tenantId, tx => readWatermark(tx, tenantId, strategyId))
  const { field, from, to } = planWindow(increment, { watermark, highWater, nowMs: deps.now(), full: false })
  return { field, from, to }
}

/**
 * Sends mapped records to the target, once. They are not of a run: no books, no states. The caller tells people so and
 * leaves a trace. @throws Failure
 */
export async function writeStep(
  deps: StrategyDeps,
  tenantId: string,
  strategyId: string,
  config: StrategyConfig,
  texts: readonly string[],
): Promise<readonly WriteStep[]> {
  if (config.target.mode === 'replace')
    throw new Failure({
      code: 'debug.replace',
      message: 'This strategy exchanges whole sets, so single records cannot be written by hand.',
      field: 'target.mode',
      advice: 'Run it, or change how it writes.',
    })
  const records = texts.map((text, index) => ({
    data: parseRecord(text, index),
    idempotencyKey: `debug:${strategyId}:${newId()}`,
  }))
  const { target, close } = await openTargetOf(deps, tenantId, config.target)
  try {
    const options = { signal: AbortSignal.timeout(STEP_MS), tries: 1, pauseMs: 0, random: () => 0 }
    const { outcomes } = await writeBatch(target, records, options)
    return outcomes.map(describeOutcome)
  } finally {
    await close()
  }
}

function describeOutcome(outcome: WriteOutcome): WriteStep {
  return {
    kind: outcome.kind,
    targetKey: outcome.kind === 'written' ? (outcome.targetKey ?? null) : null,
    response: outcome.kind === 'unknown' ? null : (outcome.response ?? null),
    reason: outcome.kind === 'skipped' ? outcome.reason : null,
    failure: outcome.kind === 'failed' || outcome.kind === 'unknown' ? outcome.failure : null,
  }
}

/** @throws Failure `preview.record` at `records.INDEX` */
export function parseRecord(text: string, index: number): Data {
  try {
    const value = parseJson(text)
    if (isData(value)) return value
  } catch (cause) {
    throw new Failure({
      code: 'preview.record',
      message: 'The record is not valid JSON.',
      field: `records.${index}`,
      cause,
    })
  }
  throw new Failure({ code: 'preview.record', message: 'The record must be a JSON object.', field: `records.${index}` })
}

const tooSlow = (side: 'source'): Failure =>
  new Failure({
    code: `debug.${side}Slow`,
    message: 'The source did not answer within 45 seconds.',
    advice: 'Test its connector, or ask for a shorter range.',
  })
