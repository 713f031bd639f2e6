import { file as contract } from '@sluice/api/modules/connect/file/contract.ts'
import { ApiError, type Envelope } from '@sluice/contract'
import { api } from '../../../../lib/api.ts'
import { getLanguage } from '../../../../lib/i18n.ts'
import { readTokens } from '../../../../lib/tokens.ts'
import type { StoredFile } from '../types.ts'

export interface UploadOptions {
  readonly signal: AbortSignal
  /** Share of the bytes that have left, 0 to 1. */
  onProgress(share: number): void
}

export const MAX_BYTES = contract.upload.upload.maxBytes

/** Uploads a file and tells how far it is, which fetch cannot; else as the API client does it. */
export async function uploadFile(file: File, options: UploadOptions): Promise<StoredFile> {
  try {
    return await send(file, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    // Any call through the client renews the token, or ends the session.
    await api.file.list({ query: { pageSize: 1 } })
    return send(file, options)
  }
}

function send(file: File, { signal, onProgress }: UploadOptions): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const settle = (work: () => void) => () => {
      signal.removeEventListener('abort', abort)
      work()
    }
    request.open(contract.upload.method, contract.upload.path)
    request.setRequestHeader('authorization', `Bearer ${readTokens()?.access ?? ''}`)
    request.setRequestHeader('accept-language', getLanguage())
    request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = settle(() => readAnswer(request, resolve, reject))
    // The same error as fetch throws, so that it is described in the same words.
    request.onerror = settle(() => reject(new TypeError('network error while uploading')))
    request.onabort = settle(() => reject(new DOMException('upload cancelled', 'AbortError')))
    signal.addEventListener('abort', abort)
    const form = new FormData()
    form.append('file', file, file.name)
    request.send(form)
  })
}

function readAnswer(
  request: XMLHttpRequest,
  resolve: (file: StoredFile) => void,
  reject: (error: ApiError) => void,
): void {
  const body = parseEnvelope(request.responseText)
  if (request.status >= 200 && request.status < 300 && body)
    resolve(body.content as StoredFile) // by the contract
  else reject(new ApiError(request.status, body))
}

function parseEnvelope(text: string): Envelope<unknown> | null {
  try {
    return JSON.parse(text) as Envelope<unknown> // every answer of the API is one
  } catch {
    return null // a proxy's page
  }
}
