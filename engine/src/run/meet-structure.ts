import type { SourcePage, StructureChange } from '@sluice/connector-kit'
import { Failure, type Resource, toFailure } from '@sluice/contract'
import { addRunLine } from '../sql/run-rows.ts'
import { compareFields } from './compare-fields.ts'
import { handOnStored } from './scan-keys.ts'
import type { Session } from './session.ts'

/**
 * What became of a followed table, before the records that come after it. Its fields and rows that nobody told of stop
 * the run unless the strategy accepts that its source changes; a table that was emptied is repeated as deletions of all
 * that is stored, in pages without a place of their own: until the last has landed it is met again.
 * @throws Failure `source.drift` | `source.replaced`
 */
export async function* meetStructure(
  session: Session,
  { fields, untold, isEmptied }: StructureChange,
): AsyncGenerator<Pick<SourcePage, 'records' | 'request'>, void, void> {
  if (fields) await compareFields(session, async () => ({ fields: [...fields] }))
  if (untold) await judgeUntold(session, untold)
  if (!isEmptied) return
  const isRepeated = session.rules.deletes !== null
  await session.tenant(tx =>
    addRunLine(tx, session.claim, {
      level: 'notice',
      text: isRepeated ? repeated : leftAlone,
      code: 'follow.truncated',
      params: {},
    }),
  )
  if (isRepeated) for await (const records of handOnStored(session)) yield { records, request: 'truncate' }
}

async function judgeUntold(session: Session, { rows, text }: NonNullable<StructureChange['untold']>): Promise<void> {
  const { claim, config, rules, tenant } = session
  // Rows that are gone are nothing to a strategy that leaves deleted records alone.
  const isWanted = rows === 'other' || rules.deletes !== null
  if (isWanted && config.source.drift !== 'accept')
    throw new Failure({
      code: 'source.replaced',
      message: text,
      field: 'source.resource',
      value: config.source.resource,
      advice:
        'Run the strategy in full: it reads everything anew and then follows. Or accept in its source settings that the source changes.',
    })
  const level = isWanted ? 'error' : 'notice'
  await tenant(tx => addRunLine(tx, claim, { level, text, code: 'source.replaced', params: {} }))
}

const repeated = 'The table was emptied at once (TRUNCATE): every record of it that is known here is deleted.'
const leftAlone =
  'The table was emptied at once (TRUNCATE); the strategy leaves deleted records alone, so they stay at the target.'

/**
 * A column may go without a change of any row after it: the catalogue is asked now and then too. A look that fails is
 * made again. @throws Failure `source.drift` | `resource.missing`
 */
export function watchFields(session: Session, describe: () => Promise<Resource>): { look(): Promise<void> } {
  const { deps, limits, claim } = session
  let nextMs = performance.now() + limits.followLagMs
  return {
    async look() {
      if (performance.now() < nextMs) return
      nextMs = performance.now() + limits.followLagMs
      try {
        await compareFields(session, describe)
      } catch (error) {
        const failure = toFailure(error)
        if (failure.code === 'source.drift' || failure.code === 'resource.missing') throw failure
        deps.log.warn({ err: failure, runId: claim.runId }, 'asking for the fields of a followed source')
      }
    },
  }
}
