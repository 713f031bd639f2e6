import { type FileHandle, open } from 'node:fs/promises'
import {
  changedMeanwhile,
  type FetchOptions,
  lostAnswer,
  type PassedOver,
  type RemoteFile,
  type RemoteStore,
} from '@sluice/connector-kit/files'
import { Failure } from '@sluice/contract'
import type { S3Client } from './client.ts'
import { brokenListing, compressed } from './failure.ts'
import { readElement, readElements } from './read-xml.ts'

/** An object comes in parts of this size, so that memory stays small and a cut costs one part. */
const PART_BYTES = 8 * 1024 * 1024
/** These would be taken for steps up and down in a path, so such keys cannot be asked for. */
const UNSAFE = /(^|\/)\.{1,2}(\/|$)/

/** The objects of a bucket beneath a prefix. */
export class S3Store implements RemoteStore {
  readonly isAtomic = true
  readonly #client: S3Client
  /** Empty, or with `/` at its end. */
  readonly #root: string

  constructor(client: S3Client, prefix: string) {
    this.#client = client
    this.#root = prefix === '' ? '' : `${prefix}/`
  }

  async *list(folder: string, signal?: AbortSignal): AsyncGenerator<RemoteFile | PassedOver> {
    const prefix = `${this.#root}${folder === '' ? '' : `${folder}/`}`
    for (let token = ''; ; ) {
      const page = await listPage(this.#client, { prefix, token, ...(signal ? { signal } : {}) })
      for (const { key, ...file } of page.objects) {
        const path = key.slice(this.#root.length)
        // Keys that end with a slash are folders made by hand.
        if (!key.startsWith(prefix) || key.endsWith('/')) continue
        yield UNSAFE.test(path) ? { path, why: 'name' } : { path, ...file }
      }
      if (page.next === null) return
      token = page.next
    }
  }

  async find(path: string, signal?: AbortSignal): Promise<RemoteFile | null> {
    if (UNSAFE.test(path)) return null
    const { status, headers } = await this.#client.ask({
      method: 'HEAD',
      key: this.#root + path,
      accepted: [404],
      ...(signal ? { signal } : {}),
    })
    if (status === 404) return null
    const modifiedMs = Date.parse(headers['last-modified'] ?? '')
    if (Number.isNaN(modifiedMs)) throw brokenListing()
    return { path, sizeBytes: Number(headers['content-length'] ?? 0), modifiedMs, tag: headers['etag'] ?? '' }
  }

  async fetch(file: RemoteFile, toPath: string, options: FetchOptions): Promise<void> {
    const end = Math.min(file.sizeBytes, options.maxBytes ?? file.sizeBytes)
    const target = await open(toPath, 'w', 0o600)
    try {
      for (let at = 0; at < end; at += PART_BYTES)
        await this.#fetchPart(file, { at, end: Math.min(end, at + PART_BYTES) }, target, options.signal)
    } finally {
      await target.close()
    }
  }

  async #fetchPart(
    { path, tag }: RemoteFile,
    { at, end }: { readonly at: number; readonly end: number },
    target: FileHandle,
    signal?: AbortSignal,
  ): Promise<void> {
    const answer = await this.#client.ask({
      method: 'GET',
      key: this.#root + path,
      headers: { range: `bytes=${at}-${end - 1}`, ...(tag === '' ? {} : { 'if-match': tag }) },
      accepted: [404, 412, 416],
      ...(signal ? { signal } : {}),
    })
    if ([404, 412, 416].includes(answer.status)) throw changedMeanwhile(path)
    if (answer.headers['content-encoding']) throw compressed(path)
    // A store that does not know ranges answers with the whole.
    const bytes = answer.status === 206 ? answer.bytes : answer.bytes.subarray(at, end)
    if (bytes.length !== end - at) throw changedMeanwhile(path)
    await target.write(bytes, 0, bytes.length, at)
  }

  /** The name is new and the content stays the same, so the same request may be sent again until it is answered. */
  async put(path: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream' }
    try {
      await this.#client.ask({ method: 'PUT', key: this.#root + path, headers, body: bytes, signal })
    } catch (error) {
      if (!mayBeThere(error)) throw error
      // Who stopped us wants no more requests; else the store itself may know.
      const there = signal.aborted ? null : await this.find(path).catch(() => null)
      if (there?.sizeBytes !== bytes.length) throw lostAnswer(path, error)
    }
  }

  async close(): Promise<void> {
    // Connections belong to the egress.
  }
}

const mayBeThere = (error: unknown): boolean =>
  error instanceof Failure && error.cause instanceof Error && 'sent' in error.cause && error.cause.sent === true

interface Listing {
  readonly objects: readonly (Omit<RemoteFile, 'path'> & { readonly key: string })[]
  readonly next: string | null
}

/** One page of at most 1,000 objects. */
export async function listPage(
  client: S3Client,
  { prefix, token, count, signal }: { prefix: string; token: string; count?: number; signal?: AbortSignal },
): Promise<Listing> {
  const query = {
    'list-type': '2',
    'encoding-type': 'url',
    ...(prefix === '' ? {} : { prefix }),
    ...(token === '' ? {} : { 'continuation-token': token }),
    ...(count === undefined ? {} : { 'max-keys': String(count) }),
  }
  const answer = await client.ask({ method: 'GET', key: '', query, ...(signal ? { signal } : {}) })
  return readListing(answer.text())
}

function readListing(xml: string): Listing {
  if (!/<ListBucketResult[\s>]/.test(xml) || !/<\/ListBucketResult>\s*$/.test(xml)) throw brokenListing()
  const isEncoded = readElement(xml, 'EncodingType') === 'url'
  const objects = readElements(xml, 'Contents').map(entry => {
    const key = readElement(entry, 'Key') ?? ''
    const [modifiedMs, sizeBytes] = [
      Date.parse(readElement(entry, 'LastModified') ?? ''),
      Number(readElement(entry, 'Size')),
    ]
    if (key === '' || Number.isNaN(modifiedMs) || !Number.isSafeInteger(sizeBytes)) throw brokenListing()
    const tag = readElement(entry, 'ETag') ?? ''
    return { key: isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key, modifiedMs, sizeBytes, tag }
  })
  const next = readElement(xml, 'NextContinuationToken')
  // A store that says there is more and not where would be read for ever, or not to its end.
  if (readElement(xml, 'IsTruncated') === 'true' && !next) throw brokenListing()
  return { objects, next: readElement(xml, 'IsTruncated') === 'true' ? next : null }
}
