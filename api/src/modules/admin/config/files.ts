import { createHash } from 'node:crypto'
import { Failure, toFailure } from '@sluice/contract'
import { runApart } from '@sluice/engine'
import { isMap, isSeq, Document as YamlDocument } from 'yaml'
import type { Reader } from '../../../http/read-content.ts'
import { refuse } from '../../../http/refuse.ts'
import type { ConfigFile, ConfigKind } from './contract.ts'
import type { Json } from './json.ts'
import { findLine } from './outline.ts'
import { FORMAT, type ParsedFile } from './parse-file.ts'

/** One object as a file says it. */
export interface ConfigDocument {
  readonly kind: ConfigKind
  readonly key: string
  readonly spec: Json
  readonly file: string
  /** The line that says a field, or the nearest around it. */
  lineOf(field: string): number
}

/** Where a failure belongs: it is told with the others. */
export interface Place {
  readonly file: string
  lineOf(field: string): number
}

export type Complain = (place: Place, failure: unknown) => void

/** Every document of every file; what cannot be read is told and left out. Read apart: it may be ten megabytes of YAML. */
export async function readFiles(
  files: readonly ConfigFile[],
  complain: Complain,
  { principal: { tenantId }, signal }: Reader,
): Promise<ConfigDocument[]> {
  const documents: ConfigDocument[] = []
  for (const given of cutBatches(files)) {
    const call = { module: PARSER, name: 'parseFiles', given: [given], tenantId, field: 'files' }
    try {
      for (const file of await runApart<ParsedFile[]>(call, signal)) documents.push(...takeFile(file, complain))
    } catch (failure) {
      // Where it is known which file it was, the others are read.
      const [only, ...others] = given
      if (!only || others.length > 0 || toFailure(failure).code !== 'tooLarge.compute') throw failure
      complain({ file: only.path, lineOf: () => 1 }, failure)
    }
    if (documents.length > MOST) throw refuse('tooLarge.configObjects', { field: 'files', value: String(MOST) })
  }
  return dropTwins(documents, complain)
}

const PARSER = new URL('./parse-file.ts', import.meta.url)

/** Characters that go to a thread at once: what comes back is taken over in one stretch. */
const BATCH_CHARS = 500_000

function cutBatches(files: readonly ConfigFile[]): ConfigFile[][] {
  const batches: ConfigFile[][] = []
  let chars = Number.POSITIVE_INFINITY
  for (const file of files) {
    chars += file.text.length
    if (chars > BATCH_CHARS) {
      batches.push([])
      chars = file.text.length
    }
    batches.at(-1)?.push(file)
  }
  return batches
}

function takeFile({ file, problems, documents }: ParsedFile, complain: Complain): ConfigDocument[] {
  for (const { line, failure } of problems) complain({ file, lineOf: () => line }, new Failure(failure))
  return documents.map(({ outline, ...document }) => ({ ...document, file, lineOf: field => findLine(outline, field) }))
}

/** Objects of one plan; a file may hold many. */
const MOST = 5000

function dropTwins(documents: readonly ConfigDocument[], complain: Complain): ConfigDocument[] {
  const first = new Map<string, ConfigDocument>()
  for (const document of documents) {
    const name = `${document.kind} ${document.key}`
    const known = first.get(name)
    if (known)
      complain(document, refuse('invalid.configTwice', { field: 'key', value: `${document.key} (${known.file})` }))
    else first.set(name, document)
  }
  return [...first.values()]
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

/** One file per object, in an order that depends on nothing but what is in them. */
export function writeFiles(
  objects: readonly { readonly kind: ConfigKind; readonly key: string; readonly spec: Json }[],
): ConfigFile[] {
  const plain = objects.map(({ kind, key }) => `${directories[kind]}/${key.split('/').map(toFileName).join('/')}`)
  const counts = new Map<string, number>()
  for (const path of plain) counts.set(path.toLowerCase(), (counts.get(path.toLowerCase()) ?? 0) + 1)
  return objects
    .map((object, at) => {
      const path = plain[at] ?? ''
      // Two that a disk would take for one.
      const tail = (counts.get(path.toLowerCase()) ?? 0) > 1 ? `-${hash(object.key)}` : ''
      return { path: `${path}${tail}.yaml`, text: writeDocument(object) }
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const toFileName = (text: string): string =>
  text
    .replace(/[\\/:*?"<>|\u0000-\u001f\u007f\p{Bidi_Control}]/gu, '-')
    .replace(/^[. ]+|[. ]+$/g, '_')
    .slice(0, 100)

/** `no` and `0777` are quoted: other readers of YAML take them for something else. */
const OPTIONS = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const

function writeDocument({
  kind,
  key,
  spec,
}: {
  readonly kind: ConfigKind
  readonly key: string
  readonly spec: Json
}): string {
  const document = new YamlDocument({ kind, version: FORMAT, key, spec }, OPTIONS)
  const lines = kind === 'mapping' ? document.getIn(['spec', 'lines'], true) : undefined
  // A line of a value map is a line of the file.
  if (isSeq(lines)) for (const line of lines.items) if (isMap(line)) line.flow = true
  return document.toString({ lineWidth: 0 })
}
