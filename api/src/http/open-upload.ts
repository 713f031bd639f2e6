import type { UploadedFile } from '@sluice/contract'
import type { FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

/** The one file of a multipart request, as a stream. A file cut at the limit fails after its last chunk. */
export async function openUpload(req: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  if (!req.isMultipart()) throw refuse('mediaType.form')
  const part = await req.file({ limits: { fileSize: maxBytes, files: 1, fields: 0, parts: 1 } })
  if (part?.fieldname !== 'file') throw refuse('invalid.file', { field: 'file' })
  return Object.assign(readWhole(part.file, maxBytes), { filename: cleanName(part.filename) })
}

// busboy ends a too long file silently; cut data must never pass for the whole.
async function* readWhole(
  file: AsyncIterable<Uint8Array> & { readonly truncated: boolean },
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  yield* file
  if (file.truncated) throw refuse('tooLarge.file', { value: `${Math.floor(maxBytes / 2 ** 20)} MiB` })
}

/** A name for people only; the place on disk is ours. */
export function cleanName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const clean = base.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return clean.slice(-200) || 'file'
}
