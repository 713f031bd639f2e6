import { basename, dirname, join } from 'node:path/posix'
import type { PassedOver } from './remote-store.ts'

/** What stores on servers with folders have in common; paths are beneath the place of the connection. */

/** Folders within folders; deeper ones are most likely a circle. */
const MAX_DEPTH = 20

/**
 * What a server says of one name in a folder: a file, a folder, or a link and the like, which is neither. `unclear`: what
 * it says of the name is not how the name can be asked for.
 */
export interface FolderEntry<Facts> {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'other' | 'unclear'
  readonly facts: Facts
}

type Walked<Facts> = { readonly path: string; readonly facts: Facts } | PassedOver

/** Every file of a folder and of the folders in it. Hidden ones are being written, links may lead in a circle. */
export async function* walkFolders<Facts>(
  folder: string,
  read: (folder: string) => Promise<readonly FolderEntry<Facts>[]>,
): AsyncGenerator<Walked<Facts>> {
  const folders = [folder]
  for (let next = folders.shift(); next !== undefined; next = folders.shift())
    for (const { name, kind, facts } of await read(next)) {
      if (name === '.' || name === '..') continue
      const path = join(next, name)
      if (kind === 'unclear') yield { path, why: 'name' }
      else if (name.startsWith('.')) yield { path, why: 'hidden' }
      else if (kind === 'file') yield { path, facts }
      else if (kind === 'other') yield { path, why: 'link' }
      else if (path.split('/').length < MAX_DEPTH) folders.push(path)
      else yield { path, why: 'depth' }
    }
}

/** Where bytes of a name were no text, only a mark for them has come. */
export const isLostName = (name: string): boolean => name.includes('\u{FFFD}')

/** A path that stays beneath its place. */
export const isPlainPath = (path: string): boolean =>
  !path.split('/').some(part => part === '' || part === '..' || part === '.')

/** Beside a file that is being written: what begins with a dot is never listed. */
export const toHiddenPart = (path: string): string => join(dirname(path), `.${basename(path)}.part`)

/** `a/b/c` as `a`, `a/b` and `a/b/c`, in the order in which they are made. */
export const listFoldersTo = (folder: string): string[] => {
  const parts = folder.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}
