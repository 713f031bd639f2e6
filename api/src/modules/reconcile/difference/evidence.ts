import { newId, type UploadedFile } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import type { Evidence } from './contract.ts'
import { countEvidence, deleteEvidence, type EvidenceRow, findEvidence, insertEvidence } from './evidence-store.ts'
import { hasSubject } from './handling-store.ts'
import { evidenceEndings, HEAD_BYTES, tellType } from './tell-type.ts'

interface EvidenceDeps {
  readonly uploads: UploadStore
  readonly now: () => number
}

/** Files of one line or match. */
const MOST = 20

interface Attached {
  readonly key: string
  readonly file: UploadedFile
  require(tx: Tx, key: string): Promise<{ kind: string; id: string }>
}

const auditOf = ({ kind, subject_id, name }: EvidenceRow) => ({
  objectType: 'reconEvidence',
  objectId: `${kind}${subject_id}`,
  objectName: name,
})

/** The bytes are on the disk before the row names them: a lost process leaves a file that nobody sees, and no row without one. */
export async function attach({ uploads, now }: EvidenceDeps, given: Attached, ctx: RouteContext): Promise<Evidence> {
  const { tenantId, userId } = ctx.principal
  const { key, file } = given
  await ctx.tenant(tx => given.require(tx, key))
  const id = newId(now())
  const head: Buffer[] = []
  const written = await uploads.write(tenantId, id, peek(file, head))
  try {
    const mediaType = written.sizeBytes === 0 ? undefined : tellType(file.filename, Buffer.concat(head))
    if (mediaType === undefined)
      throw refuse('invalid.evidenceType', { field: 'file', value: `${file.filename} (${evidenceEndings.join(', ')})` })
    return await ctx.tenant(async tx => {
      const subject = await given.require(tx, key)
      if ((await countEvidence(tx, subject.kind, subject.id)) >= MOST)
        throw refuse('conflict.evidenceCount', { field: 'file', value: String(MOST) })
      await insertEvidence(tx, {
        ...{ ...written, id, kind: subject.kind, subjectId: subject.id, name: file.filename, mediaType, userId },
      })
      const row = orRefuse(await findEvidence(tx, id))
      await ctx.audit(tx, { ...auditOf(row), after: describeEvidence(row, ctx) })
      return describeEvidence(row, ctx)
    })
  } catch (error) {
    await uploads.remove(written.path)
    throw error
  }
}

async function* peek(file: UploadedFile, head: Buffer[]): AsyncGenerator<Uint8Array> {
  let kept = 0
  for await (const chunk of file) {
    if (kept < HEAD_BYTES) {
      head.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - kept)))
      kept += chunk.length
    }
    yield chunk
  }
}

/** Always an attachment: nothing that somebody uploaded is shown on the product's own address. */
export async function download({ uploads }: EvidenceDeps, id: string, ctx: RouteContext): Promise<FileAnswer> {
  const row = await ctx.tenant(async tx => {
    const found = orRefuse(await findEvidence(tx, id))
    await ctx.audit(tx, auditOf(found))
    return found
  })
  return new FileAnswer(row.name, 'application/octet-stream', uploads.read(row.path))
}

export async function detach({ uploads }: EvidenceDeps, id: string, ctx: RouteContext): Promise<null> {
  const row = await ctx.tenant(async tx => {
    const found = orRefuse(await findEvidence(tx, id))
    if (found.creator_id !== ctx.principal.userId)
      throw refuse('conflict.evidenceOwner', { value: found.created_by ?? '' })
    // The archive names it, and restoring would bring back a file without its bytes.
    if (!(await hasSubject(tx, found.kind, found.subject_id))) throw refuse('conflict.evidenceArchived')
    await deleteEvidence(tx, id)
    await ctx.audit(tx, { ...auditOf(found), before: describeEvidence(found, ctx) })
    return found
  })
  // After the commit: what is rolled back must find its bytes again.
  await uploads.remove(row.path)
  return null
}

function orRefuse(row: EvidenceRow | undefined): EvidenceRow {
  if (!row) throw refuse('notFound.evidence')
  return row
}

export const describeEvidence = (row: EvidenceRow, ctx: RouteContext): Evidence => ({
  ...{ id: row.id, name: row.name, media_type: row.media_type, size_bytes: row.size_bytes },
  ...{ sha256: row.sha256.toString('hex'), created_by: row.created_by ?? '', created_at: row.created_at },
  is_own: row.creator_id === ctx.principal.userId,
})
