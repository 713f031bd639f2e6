import { basename, join } from 'node:path/posix'
import type { FieldSpec, ParamValues, Resource } from '@sluice/contract'
import type { Connection, ConnectorContext, Target } from '../../../connector.ts'
import { type Manifest, parseParams } from '../../../manifest.ts'
import { missingResource } from '../failure.ts'
import { compileNamePattern, isReadable } from '../file-names.ts'
import { chooseFormat } from '../open-reader.ts'
import { describeFile } from '../readings/describe-file.ts'
import { formatBatch, NEW_FILE, nameFile, writeChecked } from '../write/write-checked.ts'
import { RemoteSourceOptions, RemoteTargetOptions } from './remote-params.ts'
import { FILE_FIELD, MODIFIED_FIELD, RemoteSource } from './remote-source.ts'
import type { ReadableStore, RemoteFile, RemoteStore } from './remote-store.ts'
import { spool } from './spool.ts'

/** Files that discovery looks at; more would take long, and nobody reads so long a list. */
const MAX_LOOKED_AT = 20_000
const MAX_RESOURCES = 4998
/** What is brought of a text to name its fields. */
const SAMPLE_BYTES = 8 * 1024 * 1024

export interface RemotePlace<Store extends ReadableStore = RemoteStore> {
  readonly manifest: Manifest
  readonly context: ConnectorContext
  readonly pattern: string
  /** Opens a session with the far system where it needs one. */
  open(): Promise<Store>
}

type Reading = Pick<Connection, 'discover' | 'describe'> & Required<Pick<Connection, 'openSource'>>
type Work = Reading & Required<Pick<Connection, 'openTarget'>>

/** Discovery, reading and writing of files that lie elsewhere, the same for every protocol. */
export function workOnRemoteFiles(place: RemotePlace): Work {
  const { manifest, context } = place
  return {
    ...readRemoteFiles(place),
    async openTarget({ resource, options }) {
      if (resource !== NEW_FILE) throw missingResource(resource)
      const wanted = RemoteTargetOptions.parse(parseParams(manifest.targetParams, options))
      return openRemoteTarget(await place.open(), wanted, context)
    },
  }
}

/** Discovery and reading alone: single files, and folders as one. */
export function readRemoteFiles(place: RemotePlace<ReadableStore>): Reading {
  const { manifest, context } = place
  const isWanted = compileNamePattern(place.pattern)
  const readOptions = (values: ParamValues) => RemoteSourceOptions.parse(parseParams(manifest.sourceParams, values))
  return {
    discover: () => withStore(place, store => discover(store, isWanted)),
    describe: (resource, values, role) =>
      withStore(place, async store => {
        if (resource === NEW_FILE) return newFile
        if (role === 'target') throw missingResource(resource)
        const options = readOptions(values)
        const file = await findNewest(store, resource, isWanted)
        const { fields, ...told } = file ? await readFields(store, file, options, context) : { fields: [] }
        const added: FieldSpec[] = [
          { name: FILE_FIELD, type: 'string' },
          { name: MODIFIED_FIELD, type: 'datetime' },
        ]
        return { ...toResource(resource), ...told, fields: options.with_file ? [...added, ...fields] : fields }
      }),
    async openSource({ resource, options, key }) {
      const parsed = readOptions(options)
      const store = await place.open()
      return new RemoteSource({ store, context, resource, isWanted, options: parsed, key })
    },
  }
}

/** One new file for each batch: what is answered for lies there, whole. */
function openRemoteTarget(store: RemoteStore, options: RemoteTargetOptions, context: ConnectorContext): Target {
  return {
    guarantee: 'none',
    write: (batch, signal, confirm) =>
      writeChecked(batch, signal, options, async records => {
        const path = join(options.folder ?? '', nameFile(options, context))
        const chunks: Buffer[] = []
        for await (const chunk of formatBatch(records, options)) chunks.push(chunk)
        await confirm?.()
        await store.put(path, Buffer.concat(chunks), signal)
        return index => `${path}, record ${index + 1}`
      }),
    close: () => store.close(),
  }
}

async function withStore<Answer>(
  place: RemotePlace<ReadableStore>,
  work: (store: ReadableStore) => Promise<Answer>,
): Promise<Answer> {
  const store = await place.open()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Folders that hold files to read, then the files, newest first. */
async function discover(store: ReadableStore, isWanted: (name: string) => boolean): Promise<Resource[]> {
  const files: RemoteFile[] = []
  const folders = new Set<string>()
  let seen = 0
  for await (const file of store.list('')) {
    seen += 1
    if (seen > MAX_LOOKED_AT) break
    const name = basename(file.path)
    if ('why' in file || !isReadable(name) || !isWanted(name)) continue
    files.push(file)
    for (let at = file.path.indexOf('/'); at >= 0; at = file.path.indexOf('/', at + 1))
      folders.add(file.path.slice(0, at + 1))
  }
  const newest = files.toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1))
  const ids = [...[...folders].toSorted(), ...newest.map(file => file.path)]
  return [newFile, toResource('/'), ...ids.slice(0, MAX_RESOURCES).map(toResource)]
}

/** The file itself, or the newest of a folder; null for a folder without files. @throws Failure `resource.missing` */
async function findNewest(
  store: ReadableStore,
  resource: string,
  isWanted: (name: string) => boolean,
): Promise<RemoteFile | null> {
  if (!resource.endsWith('/')) {
    const file = await store.find(resource)
    if (!file) throw missingResource(resource)
    return file
  }
  let newest: RemoteFile | null = null
  for await (const file of store.list(resource === '/' ? '' : resource.slice(0, -1))) {
    const name = basename(file.path)
    if ('why' in file) continue
    if (isReadable(name) && isWanted(name) && file.modifiedMs >= (newest?.modifiedMs ?? 0)) newest = file
  }
  return newest
}

/** A beginning says the fields of a text; a workbook is read whole. */
async function readFields(
  store: ReadableStore,
  file: RemoteFile,
  options: RemoteSourceOptions,
  { files }: ConnectorContext,
): Promise<Pick<Resource, 'fields' | 'readings'>> {
  const beginning = await spool(store, files, file, { maxBytes: SAMPLE_BYTES })
  let whole = null
  try {
    const format = await chooseFormat(beginning.found, options)
    if (format === 'xlsx' && file.sizeBytes > SAMPLE_BYTES) whole = await spool(store, files, file)
    return await describeFile((whole ?? beginning).found, options.sheet || null, options)
  } finally {
    await Promise.all([beginning.discard(), whole?.discard()])
  }
}

const newFile: Resource = {
  id: NEW_FILE,
  label: '新文件 New file',
  kind: 'file',
  direction: 'target',
  fields: [],
  key: [],
}

const toResource = (id: string): Resource => ({
  id,
  label: id === '/' ? '全部文件 All files' : id,
  kind: 'file',
  direction: 'source',
  fields: [],
  key: [],
})
