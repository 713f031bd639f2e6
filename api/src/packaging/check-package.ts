import type { Language } from '@sluice/contract'
import { type SolutionPackage, type TroubleKind, toFailure } from '@sluice/contract'
import { type MessageCode, writeMessage } from '../http/messages.ts'
import type { Reader } from '../http/read-content.ts'
import { type Complain, isObject, type JsonObject } from '../modules/admin/config/index.ts'
import { listParams, listSlips, readParams } from './bind-package.ts'
import { closeOver, listNamed, mapTexts, type PackageObject, readObjects, SLOT } from './package-objects.ts'

/** Something to mend, or to know, before a package is released. */
export interface PackageTrouble {
  readonly kind: TroubleKind
  readonly level: 'error' | 'warning'
  /** `manifest.flows.2.from`, or the path of a file. */
  readonly place: string
  readonly message: string
}

type Checking = Reader & {
  readonly language: Language
  /** A finished sentence in the reader's language. */
  tell(sentence: string): string
  /** Whether the product knows a platform. */
  hasPlatform(id: string): boolean
}

/** Everything that is in the way of a release, and what whoever approves it looks at. */
export async function checkPackage(document: SolutionPackage, checking: Checking): Promise<PackageTrouble[]> {
  const troubles: PackageTrouble[] = []
  const add = (level: PackageTrouble['level'], place: string, code: MessageCode, value = ''): void =>
    void troubles.push({
      ...{ kind: kinds[code] ?? 'form', level, place },
      message: writeMessage(code, checking.language, { value }, code),
    })
  const complain: Complain = (place, failure) =>
    void troubles.push({
      ...{ kind: 'form', level: 'error', place: place.file },
      message: checking.tell(toFailure(failure).message),
    })
  const objects = await readObjects(document, complain, checking)
  checkManifest(document, objects, checking, add)
  checkReferences(document, objects, add)
  for (const object of objects) checkObject(object, add)
  checkSecrets(document, add)
  return troubles
}

const kinds: Partial<Record<MessageCode, TroubleKind>> = {
  'package.secret': 'secret',
  'package.looksSecret': 'secret',
  'package.tenantId': 'secret',
  'package.host': 'egress',
  'package.script': 'script',
  'package.app': 'script',
}

type Add = (level: PackageTrouble['level'], place: string, code: MessageCode, value?: string) => void
type Placed = PackageObject & { readonly file: string }

function checkManifest(
  { manifest, files }: SolutionPackage,
  objects: readonly PackageObject[],
  { hasPlatform }: Checking,
  add: Add,
): void {
  const slots = new Set(manifest.connections.map(each => each.slot))
  const codes = new Set(objects.filter(each => each.kind === 'strategy').map(each => each.key))
  const own = new Set(objects.filter(each => each.kind === 'platform').map(each => `own:${each.key}`))
  for (const [index, { platform }] of manifest.connections.entries())
    if (!own.has(platform) && !hasPlatform(platform))
      add('error', `manifest.connections.${index}.platform`, 'package.platform', platform)
  for (const [index, { strategy, from, to }] of manifest.flows.entries()) {
    if (!codes.has(strategy)) add('error', `manifest.flows.${index}.strategy`, 'package.flowStrategy', strategy)
    for (const [field, slot] of Object.entries({ from, to }))
      if (!slots.has(slot)) add('error', `manifest.flows.${index}.${field}`, 'package.slot', slot)
  }
  for (const [index, { strategy, expected, refused }] of manifest.samples.entries()) {
    if (!codes.has(strategy)) add('error', `manifest.samples.${index}.strategy`, 'package.flowStrategy', strategy)
    if ((expected === undefined) === (refused === undefined))
      add('error', `manifest.samples.${index}.expected`, 'package.sampleEnd')
  }
  const flows = new Set(manifest.flows.map(each => each.strategy))
  const tried = new Set(manifest.samples.map(each => each.strategy))
  for (const code of codes) {
    if (!flows.has(code)) add('warning', 'manifest.flows', 'package.noFlow', code)
    if (!tried.has(code)) add('warning', 'manifest.samples', 'package.noSample', code)
  }
  if (!files.some(each => each.path.startsWith('docs/readme'))) add('warning', 'docs', 'package.noReadme')
  refuseTwice(
    manifest.connections.map(each => each.slot),
    'manifest.connections',
    add,
  )
  refuseTwice(
    manifest.parameters.map(each => each.name),
    'manifest.parameters',
    add,
  )
  refuseTwice(
    manifest.flows.map(each => each.strategy),
    'manifest.flows',
    add,
  )
}

function refuseTwice(names: readonly string[], place: string, add: Add): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) add('error', place, 'package.twice', twice)
}

function checkReferences({ manifest }: SolutionPackage, objects: readonly Placed[], add: Add): void {
  const slots = new Set<string>()
  const params = new Set<string>()
  const declared = new Set(manifest.parameters.map(each => each.name))
  const { missing } = closeOver(objects, [])
  for (const each of missing) add('error', 'objects', 'package.missing', `${each.kind} ${each.key}`)
  const known = new Set(objects.map(each => `${each.kind} ${each.key}`))
  for (const object of objects) {
    for (const { kind, key } of listNamed(object)) {
      if (kind === 'connector' && key.startsWith(SLOT)) slots.add(key.slice(SLOT.length))
      else if (kind === 'connector') add('error', object.file, 'package.connector', key)
      else if (!known.has(`${kind} ${key}`)) add('error', object.file, 'package.missing', `${kind} ${key}`)
    }
    for (const name of listParams(object.spec)) {
      params.add(name)
      if (!declared.has(name)) add('error', object.file, 'package.param', name)
    }
  }
  for (const [index, { slot }] of manifest.connections.entries())
    if (!slots.delete(slot)) add('warning', `manifest.connections.${index}`, 'package.slotUnused', slot)
  for (const slot of slots) add('error', 'manifest.connections', 'package.slot', slot)
  for (const [index, parameter] of manifest.parameters.entries()) {
    const { default: value = '' } = parameter
    const failure = value === '' ? null : findFault(() => readParams([parameter], {}))
    if (failure) add('error', `manifest.parameters.${index}.default`, failure, value.slice(0, 100))
  }
  for (const [index, { name }] of manifest.parameters.entries())
    if (!params.has(name)) add('warning', `manifest.parameters.${index}`, 'package.paramUnused', name)
}

function findFault(work: () => unknown): MessageCode | null {
  try {
    work()
    return null
  } catch (failure) {
    return toFailure(failure).code as MessageCode // thrown by this product
  }
}

const SECRET = /\$\{secret:/
const ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i
/** Behind any scheme; a number or this machine without one, too, for some fields hold nothing but a host. */
const HOST = /\b[a-z][a-z0-9+.-]{0,20}:\/\/([^\s/"'`<>{}]+)|\b(\d{1,3}(?:\.\d{1,3}){3}|localhost)\b/gi

/** Forms by which keys of well-known kinds give themselves away. */
const KEY_FORMS =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}|\b[rs]k_live_\w{10,}|\bgh[opsu]_\w{36}|\bxox[abprs]-[\w-]{10,}|\bshp(?:at|ca|pa|ss)_[0-9a-f]{32}|\b(?:Bearer|Basic) [\w.~+/=-]{20,}|:\/\/[^\s/@:"']+:[^\s/@"']+@/g

/** What looks like somebody's key, wherever it stands: documents and samples too. Told by its beginning alone. */
function checkSecrets({ manifest, files }: SolutionPackage, add: Add): void {
  const texts = [...files, { path: 'manifest', text: JSON.stringify(manifest) }]
  for (const { path, text } of texts) {
    const found = new Set((text.match(KEY_FORMS) ?? []).map(each => `${each.slice(0, 12)}…`))
    for (const each of [...found].slice(0, 20)) add('warning', path, 'package.looksSecret', each)
  }
}

/** What of an object only the eyes of a person judge is told as a warning: scripts, addresses. */
function checkObject({ file, spec }: Placed, add: Add): void {
  const hosts = new Set<string>()
  mapTexts(spec, text => {
    for (const slip of listSlips(text)) add('error', file, 'package.param', slip)
    if (SECRET.test(text)) add('error', file, 'package.secret', text.slice(0, 100))
    if (ID.test(text)) add('warning', file, 'package.tenantId', (ID.exec(text) ?? [''])[0])
    for (const [, behind, bare = ''] of text.matchAll(HOST)) hosts.add((behind ?? bare).slice(0, 100))
    return text
  })
  for (const host of [...hosts].slice(0, 20)) add('warning', file, 'package.host', host)
  const mapping = spec['mapping']
  if (isObject(mapping) && isObject(mapping['script'])) add('warning', file, 'package.script')
  const app = (spec as JsonObject)['app']
  if (Array.isArray(app) && app.length > 0) add('warning', file, 'package.app')
}
