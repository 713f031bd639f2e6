import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ConnectorContext, makeRight, repairAccess } from '@sluice/connector-kit'
import { runSteps, type Seen } from '@sluice/connector-kit/sql'
import { Failure, type TestStep } from '@sluice/contract'
import { listTables } from './catalog.ts'
import { toFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { findFile, Session } from './session.ts'

/** Finds the file, opens it, counts its tables. */
export async function* testConnection(params: Params, context: ConnectorContext): AsyncIterable<TestStep> {
  let session: Session | undefined
  let problem: Failure | undefined
  const isAboutFile = (failure: Failure) => failure.code !== 'file.format' && failure.code !== 'file.damaged'
  try {
    yield* runSteps(
      () => context.now(),
      [
        {
          name: 'file',
          run: async () => {
            session = await Session.open(params, context, 'read').catch((error: unknown) => {
              problem = toFailure(error, 'Opening the file failed')
              return undefined
            })
            if (problem && isAboutFile(problem)) throw problem
            return params.place === 'upload' ? (await context.files.find(params.file)).name : params.name
          },
        },
        {
          name: 'format',
          run: async () => {
            if (!session)
              throw problem ?? new Failure({ code: 'file.format', message: 'The file could not be opened.' })
            return `SQLite ${String((await session.all('select sqlite_version()'))[0]?.[0])}`
          },
        },
        {
          name: 'permission',
          run: async () => tellRights(session ? (await listTables(session)).length : 0, params, context),
        },
      ],
    )
  } finally {
    await session?.close()
  }
}

/** An upload stays as it is; a file of a directory is written when the operating system lets us. */
async function tellRights(tables: number, params: Params, context: ConnectorContext): Promise<Seen> {
  const read = makeRight('read', 'yes', { detail: `${tables} tables and views` })
  if (params.place === 'upload') {
    const advice = 'An upload is only read; put the file into a directory of the server to write it.'
    return { detail: `${tables} tables and views; may read`, rights: [read, makeRight('write', 'no', { advice })] }
  }
  const path = await findFile(params, context)
  // SQLite keeps its journal beside the file.
  const isWritable = await Promise.all([access(path, constants.W_OK), access(dirname(path), constants.W_OK)]).then(
    () => true,
    () => false,
  )
  if (isWritable)
    return {
      detail: `${tables} tables and views; may read and write`,
      rights: [read, makeRight('write', 'yes'), makeRight('create', 'yes')],
    }
  const lack = {
    detail: 'the file or its directory is write-protected',
    advice: 'If it is to be written, an administrator of this machine runs this.',
    repair: repairAccess([params.directory, join(params.directory, params.name)]),
  }
  return {
    detail: `${tables} tables and views; may read`,
    rights: [read, makeRight('write', 'no', lack), makeRight('create', 'no', lack)],
  }
}
