import {
  type AdapterNotes,
  type Connection,
  parseParams,
  type Replacement,
  type Source,
  type Target,
} from '@sluice/connector-kit'
import { Failure, judgeTest, type Resource, type StrategyConfig, type TestStep } from '@sluice/contract'
import type { LentAccount } from '../account/accounts.ts'
import { meterSource, meterTarget } from '../account/meter.ts'
import { findGroupTrouble } from '../record/group-trouble.ts'
import { closeQuietly, type OpeningDeps, openConnection } from './open-connection.ts'

/** @throws Failure */
export async function openTargetOf(
  deps: OpeningDeps,
  tenantId: string,
  config: StrategyConfig['target'],
  notes?: AdapterNotes,
): Promise<{ readonly target: Target; close(): Promise<void> }> {
  const { connection, manifest, account } = await openConnection(deps, tenantId, config.connector_id, notes)
  try {
    if (!connection.openTarget) throw notA('target', manifest.id)
    const options = parseParams(manifest.targetParams, config.options)
    const opened = await watchOpening(connection, account, connection.openTarget({ ...config, options }))
    const target = meterTarget(opened, account)
    const close = async (): Promise<void> => {
      // A target may finish its work only now: a file gets its name. That error is the run's.
      await target.close().finally(() => closeQuietly(connection))
    }
    return { target, close }
  } catch (error) {
    await closeQuietly(connection)
    throw error
  }
}

/** A place beside the target for a whole new set. @throws Failure `target.replace` where the far system has none */
export async function openReplacementOf(
  deps: OpeningDeps,
  tenantId: string,
  config: StrategyConfig['target'],
  id: string,
  notes?: AdapterNotes,
): Promise<{ readonly replacement: Replacement; close(): Promise<void> }> {
  const { connection, manifest, account } = await openConnection(deps, tenantId, config.connector_id, notes)
  try {
    if (!connection.openReplacement)
      throw new Failure({
        code: 'target.replace',
        message: `A ${manifest.id} target cannot exchange its rows for a new set in one step.`,
        field: 'target.mode',
        advice: 'Write by key instead, and let deleted records be found by a key scan.',
      })
    const options = parseParams(manifest.targetParams, config.options)
    const opening = connection.openReplacement({ ...config, options }, id)
    const replacement = await watchOpening(connection, account, opening)
    const close = async (): Promise<void> => {
      await replacement.close().finally(() => closeQuietly(connection))
    }
    return { replacement, close }
  } catch (error) {
    await closeQuietly(connection)
    throw error
  }
}

export interface OpenedSource {
  readonly source: Source
  /** The fields it has now. @throws Failure */
  describe(): Promise<Resource>
  close(): Promise<void>
}

/** The source of a run; opened only when there is something to read. @throws Failure */
export async function openSourceOf(
  deps: OpeningDeps,
  tenantId: string,
  source: StrategyConfig['source'],
  notes?: AdapterNotes,
): Promise<OpenedSource> {
  const trouble = findGroupTrouble(source)
  if (trouble) throw trouble
  const { connection, manifest, account } = await openConnection(deps, tenantId, source.connector_id, notes)
  try {
    if (!connection.openSource) throw notA('source', manifest.id)
    const options = parseParams(manifest.sourceParams, source.options)
    const side = await watchOpening(connection, account, connection.openSource({ ...source, options }))
    const opened = meterSource(side, account)
    const close = async (): Promise<void> => {
      await closeQuietly(opened)
      await closeQuietly(connection)
    }
    return { source: opened, describe: () => connection.describe(source.resource, options, 'source'), close }
  } catch (error) {
    await closeQuietly(connection)
    throw error
  }
}

/**
 * Many connectors dial only now, and that counts as a request. Of a far system that was failing, a test tells whether it is
 * back: there may be nothing to read or write that would. Connectors that count their requests themselves tell it all.
 */
async function watchOpening<Opened>(
  connection: Connection,
  account: LentAccount | null,
  opening: Opened | Promise<Opened>,
): Promise<Opened> {
  if (account === null || account.isMetered) return opening
  try {
    const opened = await opening
    if (account.isFailing && (await isWell(connection))) await account.answered()
    return opened
  } catch (error) {
    await account.report(error)
    throw error
  }
}

async function isWell(connection: Connection): Promise<boolean> {
  const steps: TestStep[] = []
  for await (const step of connection.test()) steps.push(step)
  return judgeTest(steps) === 'ok'
}

const notA = (role: 'source' | 'target', platformId: string): Failure =>
  new Failure({
    code: `connector.no${role === 'source' ? 'Source' : 'Target'}`,
    message: `A ${platformId} connector cannot be a ${role}.`,
    field: `${role}.connector_id`,
    advice: 'Choose another connector.',
  })
