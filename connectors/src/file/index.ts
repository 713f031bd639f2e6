import { type Connection, type Connector, type ConnectorContext, parseParams } from '@sluice/connector-kit'
import {
  describeFile,
  missingResource,
  NEW_FILE,
  openReader,
  readRemoteFiles,
  SourceOptions,
  TargetOptions,
} from '@sluice/connector-kit/files'
import type { ParamValues } from '@sluice/contract'
import { DirectoryStore } from './directory-store.ts'
import { listResources, newFile, toResource } from './list-resources.ts'
import { manifest, Params, SettleOptions } from './manifest.ts'
import { findResource, listFiles, resolveDirectory } from './place.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { FileSource } from './source.ts'
import { openDirectoryTarget, openUploadTarget } from './target.ts'
import { testFiles } from './test-files.ts'

/** Of what discovery may answer, `newFile` beside it. */
const MAX_RESOURCES = 4999

/** Files of a tenant: an upload, or a directory the operator has opened. */
const file: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openFiles(Params.parse(values), context),
}
export default file

function openFiles(params: Params, context: ConnectorContext): Connection {
  const { files } = context
  const find = async (resource: string, values: ParamValues) => {
    const options = SourceOptions.parse(parseParams(manifest.sourceParams, values))
    const { file: found, sheet } = await findResource(resource, params, files)
    return { found, sheet, options }
  }
  const open = async (resource: string, values: ParamValues, key: readonly string[]) => {
    const { found, sheet, options } = await find(resource, values)
    return { found, reader: await openReader(found, sheet, options, key) }
  }
  // Files alone are read where they lie; a folder's are brought here one after the other, as from a file server.
  const folders = readRemoteFiles({
    manifest,
    context,
    pattern: params.pattern || '*',
    open: async () => new DirectoryStore(await resolveDirectory(params, files)),
  })
  const isFolder = (resource: string) => params.place === 'directory' && resource.endsWith('/')
  const listFolders = async () =>
    params.place === 'directory' ? (await folders.discover()).filter(({ id }) => isFolder(id)) : []
  return {
    test: () => testFiles(params, context),
    async discover() {
      const listed = [...(await listFolders()), ...(await listResources(await listFiles(params, files)))]
      return [newFile, ...listed.slice(0, MAX_RESOURCES)]
    },
    async describe(resource, values, role) {
      if (resource === NEW_FILE) return newFile
      if (isFolder(resource)) return folders.describe(resource, values, role)
      const { found, sheet, options } = await find(resource, values)
      return { ...toResource(resource, found), ...(await describeFile(found, sheet, options)) }
    },
    async openSource(config) {
      const { resource, options, key } = config
      if (resource === NEW_FILE) throw missingResource(resource)
      if (isFolder(resource)) return folders.openSource(config)
      const { found, reader } = await open(resource, options, key)
      const { settle_seconds } = SettleOptions.parse(parseParams(manifest.sourceParams, options))
      const settleMs = params.place === 'directory' ? settle_seconds * 1000 : 0
      return new FileSource(found, resource, reader, { settleMs, context })
    },
    async openTarget({ resource, options }) {
      if (resource !== NEW_FILE) throw missingResource(resource)
      const wanted = TargetOptions.parse(parseParams(manifest.targetParams, options))
      if (params.place === 'upload') return openUploadTarget(wanted, context)
      return openDirectoryTarget(await resolveDirectory(params, files), wanted, context)
    },
    close: async () => undefined,
  }
}
