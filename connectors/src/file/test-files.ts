import type { ConnectorContext } from '@sluice/connector-kit'
import type { TestStep } from '@sluice/contract'
import { toFileFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { chooseFormat } from './open-reader.ts'
import { listFiles } from './place.ts'

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
    yield { ...step, ok: true, elapsedMs: Math.max(0, now() - startMs), detail }
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
