import { type StrategyConfig, toFailure, type WriteBack } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Mapper } from '../map/index.ts'
import { compileCallback, compileWriteBack } from '../record/write-back.ts'
import { type CallbackPlace, findCallback } from '../sql/callback-rows.ts'
import { addRunLine, type ClaimedRun } from '../sql/run-rows.ts'

interface Claimed {
  readonly claim: ClaimedRun
  readonly config: StrategyConfig
  tenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Where the records of a run go on to. */
export interface Callback {
  readonly strategyId: string
  readonly place: CallbackPlace
  readonly answers: Mapper
  readonly bodies: Mapper
}

/** null: nowhere. A callback that cannot be is told in the run's log; the records are written all the same. */
export async function openCallback(session: Claimed): Promise<Callback | null> {
  const { writeBack } = session.config.target
  if (!writeBack?.callback) return null
  const { strategy_id: strategyId } = writeBack.callback
  const place = await session.tenant(tx => findCallback(tx, session.claim.tenantId, strategyId))
  const trouble = describeTrouble(place)
  if (trouble !== null || place === null) return refuse(session, trouble ?? '')
  try {
    return { strategyId, place, ...compile(writeBack, writeBack.callback) }
  } catch (error) {
    return refuse(session, toFailure(error).message)
  }
}

const compile = (writeBack: WriteBack, callback: NonNullable<WriteBack['callback']>) => ({
  answers: compileWriteBack(writeBack),
  bodies: compileCallback(writeBack, callback),
})

/** Why nothing can be handed on there; null: it can. */
export function describeTrouble(place: CallbackPlace | null): string | null {
  if (place === null) return 'The strategy that written records are handed on to does not exist any more.'
  if (!place.is_passive)
    return `Written records cannot be handed on to the strategy "${place.name}", because nothing is pushed to it.`
  if (place.rival !== null)
    return `The strategies "${place.name}" and "${place.rival}" take from one inbox, so nothing can be handed on to either.`
  return null
}

async function refuse(session: Claimed, text: string): Promise<null> {
  await session.tenant(tx => addRunLine(tx, session.claim, { level: 'error', text, code: 'callback.refused' }))
  return null
}
