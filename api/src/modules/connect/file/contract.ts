import { route } from '@sluice/contract'
import { z } from 'zod'

export const StoredFile = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Bytes, as text: files may be larger than a double counts. */
  size_bytes: z.string(),
  sha256: z.string(),
  created_at: z.string(),
})
export type StoredFile = z.output<typeof StoredFile>

const id = z.object({ id: z.uuid() })
const paging = {
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(20),
}

export const file = {
  upload: route({
    method: 'POST',
    path: '/api/dh/lessee/file',
    summary: 'Upload a file for the file connector (at most 100 MiB)',
    permission: 'connector:add',
    audit: 'import',
    upload: { maxBytes: 100 * 2 ** 20 },
    content: StoredFile,
  }),
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/file',
    summary: 'Uploaded and written files',
    permission: 'connector:query',
    audit: 'query',
    query: z.strictObject({ keyword: z.string().max(100).optional(), ...paging }),
    content: z.array(StoredFile),
  }),
  download: route({
    method: 'GET',
    path: '/api/dh/lessee/file/{id}/content',
    summary: 'The file itself',
    permission: 'connector:export',
    audit: 'export',
    params: id,
    content: 'file',
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/file/{id}',
    summary: 'Delete a file; refused while a connector or strategy uses it',
    permission: 'connector:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
}
