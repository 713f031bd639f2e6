import { newId } from '@sluice/contract'
import { cleanName } from '../../../http/open-upload.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { requireUnused } from '../../../http/require-unused.ts'
import { FileAnswer, type Handlers, Page } from '../../../http/route-handler.ts'
import type { file, StoredFile } from './contract.ts'
import { deleteFile, type FileRow, findFile, insertFile, listFileUses, searchFiles } from './store.ts'
import { requireHere } from './tenant-files.ts'
import type { UploadStore } from './upload-store.ts'

export interface FileDeps {
  readonly uploads: UploadStore
  readonly now: () => number
}

export function createFileRoutes({ uploads, now }: FileDeps): Handlers<typeof file> {
  return {
    async upload({ file: upload }, ctx) {
      const { tenantId, userId } = ctx.principal
      const id = newId(now())
      const written = await uploads.write(tenantId, id, upload)
      try {
        return await ctx.tenant(async tx => {
          await insertFile(tx, { ...written, id, name: cleanName(upload.filename), userId })
          const row = orRefuse(await findFile(tx, id))
          await ctx.audit(tx, { ...auditOf(row), after: { size_bytes: row.size_bytes } })
          return describe(row)
        })
      } catch (error) {
        await uploads.remove(written.path)
        throw error
      }
    },
    async list({ query }, ctx) {
      const pattern = query.keyword ? toPattern(query.keyword) : null
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchFiles(tx, pattern, limit, offset)),
      )
      return new Page(rows.map(describe), total)
    },
    async download({ params }, ctx) {
      const row = await ctx.tenant(async tx => {
        const found = orRefuse(await findFile(tx, params.id))
        await requireHere(uploads, found)
        await ctx.audit(tx, auditOf(found))
        return found
      })
      return new FileAnswer(row.name, 'application/octet-stream', uploads.read(row.path))
    },
    async delete({ params }, ctx) {
      const row = await ctx.tenant(async tx => {
        const found = orRefuse(await findFile(tx, params.id))
        const list = () => listFileUses(tx, found.id)
        await requireUnused(tx, list, uses =>
          refuse('conflict.inUse', { value: uses.slice(0, 5).join(', '), content: uses.map(name => ({ name })) }),
        )
        await deleteFile(tx, found.id)
        await ctx.audit(tx, { ...auditOf(found), before: { size_bytes: found.size_bytes } })
        return found
      })
      // After the commit: a rolled-back delete must find its bytes again.
      await uploads.remove(row.path)
      return null
    },
  }
}

function orRefuse(row: FileRow | undefined): FileRow {
  if (!row) throw refuse('notFound.file')
  return row
}

const auditOf = (row: FileRow) => ({ objectType: 'file', objectId: row.id, objectName: row.name })

const describe = (row: FileRow): StoredFile => ({ ...row, sha256: row.sha256.toString('hex') })
