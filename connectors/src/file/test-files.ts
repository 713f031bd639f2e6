import { access, constants } from 'node:fs/promises'
import { type ConnectorContext, type FileStore, makeRight, repairAccess } from '@sluice/connector-kit'
import { chooseFormat, toFileFailure } from '@sluice/connector-kit/files'
import type { Right, TestStep } from '@sluice/contract'
import type { Params } from './manifest.ts'
import { listFiles, resolveDirectory } from './place.ts'

/** One step: the upload can be read and is what it says, or the directory can be listed. Never throws. */
export async function* testFiles(params: Params, { files, now }: ConnectorContext): AsyncGenerator<TestStep> {
  const startMs = now()
  const isUpload = params.place === 'upload'
  const step = isUpload
    ? { name: 'file', label: { zh: '文件', en: 'File' } }
    : { name: 'directory', label: { zh: '目录', en: 'Directory' } }
  try {
    const found = await listFiles(params, files)
    for (const each of isUpload ? found : []) await chooseFormat(each, { format: 'auto', encoding: 'auto' })
    const detail = isUpload ? (found[0]?.name ?? 'No file chosen: files can only be written.') : `${found.length} files`
    const rights = await tellRights(params, files)
    yield { ...step, ok: true, elapsedMs: Math.max(0, now() - startMs), detail, rights }
  } catch (error) {
    const { code, message, advice } = toFileFailure(error, 'Looking at the files')
    yield {
      ...step,
      ok: false,
      elapsedMs: Math.max(0, now() - startMs),
      error: { code, message, advice: advice ?? 'Choose another file or directory, or ask the operator to open it.' },
    }
  }
}

/** What is written is a new file each time: beside the uploads, or in the directory when the system lets us. */
async function tellRights(params: Params, files: FileStore): Promise<Right[]> {
  if (params.place === 'upload')
    return [
      params.file
        ? makeRight('read', 'yes')
        : makeRight('read', 'unknown', { detail: 'no file is chosen; files can only be written' }),
      makeRight('write', 'yes', { detail: 'a new file each time' }),
    ]
  const directory = await resolveDirectory(params, files)
  const isWritable = await access(directory, constants.W_OK).then(
    () => true,
    () => false,
  )
  const write = isWritable
    ? makeRight('write', 'yes', { detail: 'a new file each time' })
    : makeRight('write', 'no', {
        detail: 'the directory is write-protected',
        advice: 'If it is to be written, an administrator of this machine runs this.',
        repair: repairAccess([params.directory ?? directory]),
      })
  return [makeRight('read', 'yes'), write]
}
