import { createHash } from 'node:crypto'
import { basename } from 'node:path/posix'
import { Failure } from '@sluice/contract'
import type { FollowNotice } from '../../../connector.ts'
import { missingResource } from '../failure.ts'
import { isReadable } from '../file-names.ts'
import type { PassedOver, ReadableStore, RemoteFile } from './remote-store.ts'

/** Names and times of this many files are held while they are put in order. */
const MAX_FILES = 100_000
const MAX_EXAMPLES = 3

export interface Folder {
  readonly store: ReadableStore
  /** A file, or a folder with `/` at its end. */
  readonly resource: string
  readonly isWanted: (name: string) => boolean
  readonly options: { readonly ready_marker?: string | null | undefined }
}

/** Why files are not read although they are there, and nothing is missing. */
type Reason = 'hidden' | 'link' | 'pattern' | 'kind' | 'marker'

/** What lies in a folder. */
export interface Listing {
  /** In the order in which they are read: by time, then by path. */
  readonly files: readonly RemoteFile[]
  /** Should be read and cannot be. */
  readonly missing: readonly PassedOver[]
  /** What is left out on purpose, a sentence for each reason. */
  readonly notices: readonly FollowNotice[]
}

/** @throws Failure `resource.missing`, `source.tooMany` */
export async function listFolder(folder: Folder, signal?: AbortSignal): Promise<Listing> {
  const { store, resource } = folder
  if (!resource.endsWith('/')) {
    const file = await store.find(resource, signal)
    if (!file) throw missingResource(resource)
    return { files: [file], missing: [], notices: [] }
  }
  const leftOut = new LeftOut()
  const missing: PassedOver[] = []
  const found: RemoteFile[] = []
  const markers = new Set<string>()
  const marker = folder.options.ready_marker || null
  for await (const each of store.list(resource === '/' ? '' : resource.slice(0, -1), signal)) {
    if (marker && each.path.endsWith(marker)) markers.add(each.path)
    else if ('why' in each && (each.why === 'hidden' || each.why === 'link')) leftOut.add(each.why, each.path)
    else if ('why' in each) missing.push(each)
    else if (!isReadable(basename(each.path))) leftOut.add('kind', each.path)
    else if (!folder.isWanted(basename(each.path))) leftOut.add('pattern', each.path)
    else found.push(each)
    if (found.length + missing.length > MAX_FILES) throw tooMany(resource)
  }
  const isReady = ({ path }: RemoteFile): boolean => marker === null || markers.has(path + marker)
  for (const file of found) if (!isReady(file)) leftOut.add('marker', file.path)
  const files = found.filter(isReady).toSorted(compareFiles)
  return { files, missing, notices: leftOut.tell() }
}

type Place = Pick<RemoteFile, 'modifiedMs' | 'path'>
export const compareFiles = (a: Place, b: Place): number =>
  a.modifiedMs - b.modifiedMs || (a.path === b.path ? 0 : a.path < b.path ? -1 : 1)

/** Another content under the same path is another version. */
export const toVersion = ({ path, sizeBytes, modifiedMs, tag }: RemoteFile): string =>
  createHash('sha256')
    .update(JSON.stringify([path, sizeBytes, modifiedMs, tag]))
    .digest('base64url')
    .slice(0, 16)

/** `a.csv, b.csv, c.csv …` */
export const sayExamples = (paths: readonly string[]): string =>
  paths.slice(0, MAX_EXAMPLES).map(sayPath).join(', ') + (paths.length > MAX_EXAMPLES ? ' …' : '')

/** In one line, with what cannot be seen written out. */
export const sayPath = (path: string): string =>
  path
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .slice(0, 300)

class LeftOut {
  readonly #paths = new Map<Reason, string[]>()

  add(reason: Reason, path: string): void {
    const paths = this.#paths.get(reason)
    if (paths) paths.push(path)
    else this.#paths.set(reason, [path])
  }

  tell(): FollowNotice[] {
    return [...this.#paths].map(([reason, paths]) => ({
      code: `files.${reason}`,
      text: `${SENTENCES[reason]}: ${paths.length} (${sayExamples(paths)}).`,
    }))
  }
}

const SENTENCES: Readonly<Record<Reason, string>> = {
  pattern: 'Files left out because their name does not match the pattern',
  kind: 'Files left out because their ending is none that is read',
  hidden: 'Hidden files and folders left out',
  link: 'Links and devices left out',
  marker: 'Files left out because their marker is not there yet',
}

const tooMany = (folder: string): Failure =>
  new Failure({
    code: 'source.tooMany',
    message: `The folder ${folder} holds more than ${MAX_FILES} files to read.`,
    advice: 'Choose a folder further down, narrow the pattern, or move files away that were read.',
    value: folder,
  })
