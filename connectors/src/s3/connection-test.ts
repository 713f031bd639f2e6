import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { planDial, runSteps, type Seen } from '@sluice/connector-kit/sql'
import { Failure, type Right, type TestStep, toFailure } from '@sluice/contract'
import { S3Client } from './client.ts'
import type { Params } from './manifest.ts'
import { listPage } from './store.ts'

/** Dials, signs in by listing one object, and tells what the key may do. Nothing is written. */
export async function* testConnection(params: Params, context: ConnectorContext): AsyncIterable<TestStep> {
  const url = new URL(params.endpoint)
  const host = (params.path_style ? url.hostname : `${params.bucket}.${url.hostname}`).replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const client = new S3Client(params, context)
  const prefix = params.prefix ? `${params.prefix}/` : ''
  let failure: Failure | undefined
  let first: string | undefined
  yield* runSteps(
    () => context.now(),
    [
      ...planDial(context.egress, host, port, 10_000, socket => socket.destroy()),
      {
        name: 'protocol',
        run: async () => {
          const listing = await listPage(client, { prefix, token: '', count: 1 }).catch((error: unknown) => {
            failure = toFailure(error)
            return null
          })
          first = listing?.objects[0]?.key
          if (failure && !/^connector\.(auth|permission|place|clock)$/.test(failure.code)) throw failure
          return url.protocol === 'https:' ? 'S3, TLS' : 'S3'
        },
      },
      {
        name: 'auth',
        run: async () => {
          if (failure && /^connector\.(auth|clock)$/.test(failure.code)) throw failure
          return params.access_key
        },
      },
      {
        name: 'permission',
        run: async (): Promise<Seen> => {
          const repair = makePolicy(params)
          if (failure) throw new Failure({ ...failure.toDetail(), ...(isDenied(failure) ? { repair } : {}) })
          return { detail: params.bucket, rights: [await tellRead(client, first, repair), tellWrite(repair)] }
        },
      },
    ],
  )
}

const isDenied = ({ code }: Failure): boolean => code === 'connector.permission'
const ADVICE = 'The administrator of the bucket gives the access key this policy.'

/** The first byte of an object says it; without an object nobody knows. */
async function tellRead(client: S3Client, key: string | undefined, repair: string): Promise<Right> {
  if (key === undefined) return makeRight('read', 'yes', { detail: 'there are no objects yet' })
  try {
    await client.ask({ method: 'GET', key, headers: { range: 'bytes=0-0' }, accepted: [404, 416] })
    return makeRight('read', 'yes')
  } catch (error) {
    const failure = toFailure(error)
    if (!isDenied(failure)) return makeRight('read', 'unknown', { detail: failure.message })
    return makeRight('read', 'no', { detail: 'objects are listed, but may not be read', advice: ADVICE, repair })
  }
}

/** A store tells it only when an object is written. */
const tellWrite = (repair: string): Right =>
  makeRight('write', 'unknown', { detail: 'shows when the first object is written', advice: ADVICE, repair })

/** As AWS and those who follow it understand it. */
const makePolicy = ({ bucket, prefix }: Params): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 's3:ListBucket', Resource: `arn:aws:s3:::${bucket}` },
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject'],
        Resource: `arn:aws:s3:::${bucket}/${prefix ? `${prefix}/` : ''}*`,
      },
    ],
  })
