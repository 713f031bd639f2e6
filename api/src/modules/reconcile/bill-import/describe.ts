import { billFormats } from '@sluice/bills'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { ImportFile } from './contract.ts'
import type { FileRow } from './store.ts'

/** A file as people see it. */
export function describe(row: FileRow, ctx: RouteContext): ImportFile {
  const {
    total: _total,
    path: _path,
    opened_path: _opened,
    format_version: _version,
    declared: _declared,
    counted,
    job,
    sha256,
    created_by,
    ...rest
  } = row
  const failure = row.failure ?? tellJob(job)
  return {
    ...rest,
    sha256: sha256.toString('hex'),
    created_by: created_by ?? '',
    format_name: billFormats.find(({ code }) => code === row.format)?.name ?? taughtName(counted?.formatName),
    in: counted?.in ?? null,
    out: counted?.out ?? null,
    job: job === null ? null : { step: job.step, state: job.state, done: job.done },
    failure:
      failure === null
        ? null
        : { ...failure, message: ctx.tell(failure.message), advice: failure.advice && ctx.tell(failure.advice) },
  }
}

/** Why a step that did not come to its end did not; null: it did, or goes on. */
function tellJob(job: FileRow['job']): FileRow['failure'] {
  if (job?.state === 'failed') return job.failure && { advice: null, ...job.failure }
  if (job?.state !== 'cancelled' || job.step === 'load') return null
  const { code, message } = refuse('conflict.billCancelled')
  return { code, message, advice: null }
}

/** What a person called it, in every language. */
const taughtName = (name: string | null | undefined): ImportFile['format_name'] =>
  name === null || name === undefined ? null : { zh: name, en: name, pt: name }
