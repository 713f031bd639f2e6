import { parseParams, type Source, type Target } from '@sluice/connector-kit'
import { Failure, type StrategyConfig } from '@sluice/contract'
import { closeQuietly, type OpeningDeps, openConnection } from './open-connection.ts'

/** @throws Failure */
export async function openTargetOf(
  deps: OpeningDeps,
  tenantId: string,
  config: StrategyConfig['target'],
): Promise<{ readonly target: Target; close(): Promise<void> }> {
  const { connection, manifest } = await openConnection(deps, tenantId, config.connector_id)
  try {
    if (!connection.openTarget) throw notA('target', manifest.id)
    const options = parseParams(manifest.targetParams, config.options)
    const target = await connection.openTarget({ ...config, options })
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

/** The source of a run; opened only when there is something to read. @throws Failure */
export async function openSourceOf(
  deps: OpeningDeps,
  tenantId: string,
  source: StrategyConfig['source'],
): Promise<{ readonly source: Source; close(): Promise<void> }> {
  const { connection, manifest } = await openConnection(deps, tenantId, source.connector_id)
  try {
    if (!connection.openSource) throw notA('source', manifest.id)
    const options = parseParams(manifest.sourceParams, source.options)
    const opened = await connection.openSource({ ...source, options })
    const close = async (): Promise<void> => {
      await closeQuietly(opened)
      await closeQuietly(connection)
    }
    return { source: opened, close }
  } catch (error) {
    await closeQuietly(connection)
    throw error
  }
}

const notA = (role: 'source' | 'target', platformId: string): Failure =>
  new Failure({
    code: `connector.no${role === 'source' ? 'Source' : 'Target'}`,
    message: `A ${platformId} connector cannot be a ${role}.`,
    field: `${role}.connector_id`,
    advice: 'Choose another connector.',
  })
