import type { ConnectorContext } from '@sluice/connector-kit'
import { runSteps } from '@sluice/connector-kit/sql'
import { Failure, type TestStep } from '@sluice/contract'
import { listTables } from './catalog.ts'
import { toFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

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
          run: async () => {
            const tables = session ? await listTables(session) : []
            return `${tables.length} tables and views; may read${params.place === 'upload' ? '' : ' and write'}`
          },
        },
      ],
    )
  } finally {
    await session?.close()
  }
}
