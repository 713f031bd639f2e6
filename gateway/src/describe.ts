import type { Tx } from '@sluice/db'
import { writeSamples } from './code-samples.ts'
import { type DescribedOperation, fillIn } from './described.ts'
import { readLimits } from './limits.ts'
import { describeApis } from './open-api.ts'
import type { CodeSample } from './sample-call.ts'
import { type ApplicationRow, findApplicationOf } from './setting-rows.ts'
import { writePostman } from './write-postman.ts'

/** Whether its calls show a certificate, and what that is for. */
const certificateOf = ({ certificates, certificate_use: use }: ApplicationRow) =>
  certificates.length === 0 ? 'none' : use

/** An application for whoever writes programs for it. */
export interface ApplicationFacts {
  readonly appKey: string
  readonly limits: Awaited<ReturnType<typeof readLimits>>
  readonly openApi: ReturnType<typeof describeApis>
  readonly postman: () => object
  /** null: the application has no such operation. */
  readonly samples: (method: string, path: string) => CodeSample[] | null
}

/**
 * What an application may call, what is left to it, and how it is called at that origin: from what the gateway itself goes by. In a
 * transaction of its tenant; undefined: there is none.
 */
export async function describeApplication(
  tx: Tx,
  id: string,
  origin: string,
  nowMs: number,
): Promise<ApplicationFacts | undefined> {
  const application = await findApplicationOf(tx, id)
  if (!application) return undefined
  const openApi = describeApis(application, nowMs, origin)
  const paths = new Map<string, Readonly<Record<string, unknown>>>(Object.entries(openApi.paths))
  return {
    appKey: application.app_key,
    limits: await readLimits(tx, application),
    openApi,
    postman: () => writePostman(openApi, application.app_key, origin),
    samples(method, path) {
      const found = new Map(Object.entries(paths.get(path) ?? {})).get(method.toLowerCase())
      if (!found) return null
      return writeSamples({
        ...{ origin, appKey: application.app_key, method, certificate: certificateOf(application) },
        ...fillIn(path, found as DescribedOperation), // as describeApis writes it
      })
    },
  }
}
