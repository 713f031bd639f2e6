import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FileStore } from '@sluice/connector-kit'
import {
  compileNamePattern,
  type FoundFile,
  isReadable,
  missingResource,
  toFileFailure,
} from '@sluice/connector-kit/files'
import { Failure } from '@sluice/contract'
import type { Params } from './manifest.ts'

/** Resource id of the upload of a connection: it stays when next month's file takes its place. */
const UPLOAD_ID = 'file'
/** More than this is no longer a list for a person. */
const MAX_FILES = 2000

/** The files of a connection, newest first. @throws Failure `file.missing`, `file.directory` */
export async function listFiles(params: Params, files: FileStore): Promise<FoundFile[]> {
  if (params.place === 'upload') return params.file ? [await findUpload(params.file, files)] : []
  const directory = await resolveDirectory(params, files)
  try {
    const isWanted = compileNamePattern(params.pattern ?? '*')
    const entries = await readdir(directory, { withFileTypes: true })
    // Links are left out: they could lead out of what the operator has opened.
    const names = entries
      .filter(entry => entry.isFile() && !entry.name.startsWith('.') && isReadable(entry.name))
      .map(entry => entry.name)
      .filter(isWanted)
    const found = await Promise.all(names.map(name => statFile(name, join(directory, name), name)))
    return found.toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.id < b.id ? -1 : 1)).slice(0, MAX_FILES)
  } catch (error) {
    throw toFileFailure(error, 'Listing the directory')
  }
}

/** The file of a resource id, and the sheet after `#`. @throws Failure `resource.missing` */
export async function findResource(
  resource: string,
  params: Params,
  files: FileStore,
): Promise<{ readonly file: FoundFile; readonly sheet: string | null }> {
  const listed = await listFiles(params, files)
  const whole = listed.find(file => file.id === resource)
  if (whole) return { file: whole, sheet: null }
  // A file name may hold a # itself, and so may the name of a sheet.
  const file = listed.find(each => resource.startsWith(`${each.id}#`))
  if (!file) throw missingResource(resource)
  return { file, sheet: resource.slice(file.id.length + 1) }
}

/** @throws Failure `file.directory` */
export async function resolveDirectory(params: Params, files: FileStore): Promise<string> {
  if (params.directory) return files.resolveDirectory(params.directory)
  throw new Failure({ code: 'file.directory', message: 'The connection names no directory.', field: 'directory' })
}

async function findUpload(id: string, files: FileStore): Promise<FoundFile> {
  const { path, name } = await files.find(id)
  try {
    return await statFile(UPLOAD_ID, path, basename(name))
  } catch (error) {
    throw toFileFailure(error, `Reading ${name}`)
  }
}

async function statFile(id: string, path: string, name: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(path)
  return { id, path, name, sizeBytes: size, modifiedMs: mtimeMs }
}
