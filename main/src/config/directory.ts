import { lstat, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { ConfigFile, ConfigKind } from '@sluice/api/modules/admin/config/contract.ts'
import { Failure } from '@sluice/contract'

const IS_YAML = /\.ya?ml$/
const MAX_BYTES = 2_000_000

/** Every YAML file below a directory, in the order of their paths; hidden ones are somebody else's. @throws Failure */
export async function readDirectory(directory: string): Promise<ConfigFile[]> {
  const files = await listFiles(directory)
  if (files.length === 0)
    throw new Failure({ code: 'config.empty', message: `There is no file of YAML in ${directory}.`, field: 'DIR' })
  return Promise.all(files.map(path => readOne(directory, path)))
}

async function listFiles(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    return entries
      .filter(entry => entry.isFile() && IS_YAML.test(entry.name))
      .map(entry => relative(directory, join(entry.parentPath, entry.name)))
      .filter(path => !path.split(sep).some(part => part.startsWith('.') || part === 'node_modules'))
      .sort()
  } catch (error) {
    throw new Failure({ code: 'config.directory', message: `${directory} cannot be read.`, field: 'DIR', cause: error })
  }
}

async function readOne(directory: string, path: string): Promise<ConfigFile> {
  const { size } = await stat(join(directory, path))
  if (size > MAX_BYTES)
    throw new Failure({ code: 'config.large', message: `${path} has more than ${MAX_BYTES} bytes.`, field: path })
  return { path: path.split(sep).join('/'), text: await readFile(join(directory, path), 'utf8') }
}

const directories: Readonly<Record<ConfigKind, string>> = {
  platform: 'platforms',
  adapter: 'adapters',
  'api-asset': 'api-assets',
  connector: 'connectors',
  mapping: 'mappings',
  strategy: 'strategies',
  report: 'reports',
  dashboard: 'dashboards',
  'bill-profile': 'bill-profiles',
  'recon-flow': 'recon-flows',
  gateway: 'gateways',
  state: 'state',
}

/** A link in a directory that others may write to leads a file out of it. @throws Failure `config.path` */
async function requireInside(directory: string, path: string): Promise<void> {
  const root = await realpath(directory)
  const place = join(directory, path)
  const isLink = await lstat(place).then(
    found => found.isSymbolicLink(),
    () => false, // not there yet
  )
  const folder = await realpath(dirname(place))
  if (!isLink && (folder === root || folder.startsWith(root + sep))) return
  throw new Failure({ code: 'config.path', message: `${path} is a link that leads out of ${directory}.`, field: 'DIR' })
}

/** What changed on the disk. */
export interface Written {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  readonly same: number
}

/** Makes a directory say what was exported: of the exported kinds, files of what is gone go too. */
export async function writeDirectory(
  directory: string,
  files: readonly ConfigFile[],
  kinds: readonly ConfigKind[],
): Promise<Written> {
  // A server that is not ours writes nowhere else.
  const strange = files.find(({ path }) => !/^[a-z-]+\//.test(path) || path.split(/[\\/]/).includes('..'))
  if (strange)
    throw new Failure({ code: 'config.path', message: `${strange.path} lies outside of the export.`, field: 'DIR' })
  await mkdir(directory, { recursive: true })
  const known = await listFiles(directory)
  const wanted = new Set(files.map(file => file.path))
  const mine = kinds.map(kind => `${directories[kind]}/`)
  const stale = known
    .map(path => path.split(sep).join('/'))
    .filter(path => !wanted.has(path) && mine.some(start => path.startsWith(start)))
  const written: string[] = []
  for (const { path, text } of files) {
    const place = join(directory, path)
    await mkdir(dirname(place), { recursive: true })
    await requireInside(directory, path)
    if ((await readFile(place, 'utf8').catch(() => null)) === text) continue
    await writeFile(place, text)
    written.push(path)
  }
  for (const path of stale) await rm(join(directory, path))
  return { written, removed: stale, same: files.length - written.length }
}
