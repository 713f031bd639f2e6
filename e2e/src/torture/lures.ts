import { setTimeout as delay } from 'node:timers/promises'
import type { Station } from './station.ts'
import { type StrategySet, targetTable } from './strategy-set.ts'

type Undo = () => void | Promise<void>

/** What brings a process to a point that it hardly comes to by itself. Made before it starts, undone when it is gone. */
export async function lure(station: Station, set: StrategySet, point: string | undefined): Promise<Undo> {
  if (point === 'run.givingUp') {
    await station.tables.hide(targetTable(set))
    return () => station.tables.show(targetTable(set))
  }
  if (point === 'source.reopening') {
    station.proxies.source.cutAt('copy (')
    return () => station.proxies.source.cutAt(null)
  }
  if (point === 'run.releasing' || point === 'run.released') return loseStore(station)
  if (point === 'run.failing') return loseVersion(station, set.upsert)
  return () => undefined
}

/** These are met once by a process. */
export const isLured = (point: string): boolean =>
  ['source.reopening', 'run.releasing', 'run.released', 'run.failing'].includes(point)

/** From its first page on the process loses its connections to our own database again and again. */
function loseStore(station: Station): Undo {
  let isOver = false
  const cutOn = async (): Promise<void> => {
    while (!isOver) {
      station.proxies.own.cut()
      await delay(5 + station.random.below(40))
    }
  }
  station.onMet = point => {
    if (point !== 'page.read') return
    station.onMet = null
    void cutOn()
  }
  return () => {
    isOver = true
    station.onMet = null
  }
}

/** A run that cannot even read its configuration. */
async function loseVersion(station: Station, strategy: string): Promise<Undo> {
  const [kept] = await station.sql<{ config: object }>('select config from strategy_version where strategy_id = $1', [
    strategy,
  ])
  const write = async (config: object): Promise<void> => {
    await station.sql('update strategy_version set config = $1 where strategy_id = $2', [
      JSON.stringify(config),
      strategy,
    ])
  }
  await write({})
  return () => write(kept?.config ?? {})
}
