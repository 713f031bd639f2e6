import { createHash } from 'node:crypto'
import type { RouteContext } from '../../../http/route-handler.ts'
import {
  type BoundObject,
  closeOverFlows,
  isAlong,
  isPackageKind,
  listNamed,
  type PackageObject,
} from '../../../packaging/index.ts'
import type { ConfigFile, ConfigProblem } from '../../admin/config/contract.ts'
import {
  type ConfigObject,
  type ConfigWish,
  isObject,
  listReferences,
  nameOf,
  readFiles,
  writeFiles,
} from '../../admin/config/index.ts'
import type { FoundPackage } from '../market/index.ts'
import { leaveShared, readAround } from './carry-out.ts'
import { type InstallationDeps, type InstallWish, prepareFound } from './install.ts'
import { type Choices, type Merged, mergeDocuments, type SpecDocument } from './merge-specs.ts'
import { isSame } from './same-json.ts'
import type { InstallationWhole } from './store.ts'

/** What an installation is to become. */
export interface Aim {
  readonly found: FoundPackage
  readonly wish: InstallWish
  readonly choices: Choices
  /** Codes in the package of flows that are made again where somebody deleted them. */
  readonly again: readonly string[]
}

/** How it becomes that, and what is to be remembered of it. */
export interface Change {
  readonly merged: Merged
  readonly config: ConfigWish
  /** Of its own objects, as they are. */
  readonly mine: readonly ConfigFile[]
  /** What the package says now: local changes are told by it from then on. */
  readonly base: readonly ConfigFile[]
  readonly objects: readonly BoundObject[]
  readonly connectors: Readonly<Record<string, string>>
  /** Of everything that leads here, but for what the tenant has meanwhile. */
  readonly hash: string
}

type Prepared = { readonly change: Change } | { readonly problems: readonly ConfigProblem[] }

/** Merges what was installed, what became of it and what it is to be. Nothing is written. */
export async function prepareChange(
  deps: InstallationDeps,
  row: InstallationWhole,
  aim: Aim,
  ctx: RouteContext,
): Promise<Prepared> {
  const { found, wish, choices } = aim
  const { bound, chosen, problems } = await prepareFound(deps, found, wish, ctx)
  if (!bound || problems.length > 0)
    return { problems: problems.map(each => ({ file: '', line: 1, code: 'invalid.input', ...each })) }
  // With every default written out, as what is there is told.
  const planned = await deps.config.plan({ files: bound.files }, 0, ctx)
  const theirs = bound.objects.flatMap(({ kind, key }): SpecDocument[] => {
    const spec = planned.specs.get(nameOf(kind, key))
    return spec ? [{ kind, key, spec }] : []
  })
  if (theirs.length < bound.objects.length) return { problems: planned.problems }
  const installed = await readFiles(JSON.parse(row.base) as ConfigFile[], () => undefined, ctx) // written by us
  const names = toNames([...installed, ...theirs])
  const objects = await readAround(deps, row, ctx, names)
  const mine = objects.filter(each => names.has(nameOf(each.kind, each.key)))
  const base = forgetGone(installed, mine, listAgain(bound.objects, theirs, aim.again))
  const merged = mergeDocuments({ base, mine, theirs }, choices)
  const known = [...bound.objects, ...row.objects]
  const ours = toNames([...base, ...row.objects, ...known.filter(each => each.is_shared)])
  const isForeign = judgeForeign(ours, mine, merged, choices)
  const own = <T extends SpecDocument | ConfigObject>(list: readonly T[]): T[] => list.filter(each => !isForeign(each))
  return {
    change: {
      merged,
      config: toWish(merged, mine, objects),
      mine: writeFiles(own(mine)),
      base: writeFiles(own(theirs)),
      objects: listMade(own(merged.documents), known),
      connectors: Object.fromEntries([...chosen].map(([slot, { id }]) => [slot, id])),
      hash: hashAim(row, aim),
    },
  }
}

type Named = Pick<SpecDocument, 'kind' | 'key'>

const toNames = (documents: readonly Named[]): ReadonlySet<string> =>
  new Set(documents.map(each => nameOf(each.kind, each.key)))

/** Names of the strategies of these flows, and of all that they need. */
function listAgain(
  bound: readonly BoundObject[],
  theirs: readonly SpecDocument[],
  codes: readonly string[],
): ReadonlySet<string> {
  const keys = bound.filter(each => each.kind === 'strategy' && codes.includes(each.from)).map(each => each.key)
  const objects = theirs.flatMap(({ kind, key, spec }) =>
    isPackageKind(kind) && isObject(spec) ? [{ kind, key, spec }] : [],
  )
  // What is of no flow and was deleted stays so.
  const isOfNone = (each: PackageObject): boolean =>
    isAlong(each) && !listNamed(each).some(named => named.kind === 'strategy')
  const wanted = closeOverFlows(objects, keys).objects.filter(each => !isOfNone(each))
  return toNames(wanted)
}

/** What was deleted here stays so in every merge, for its base knows it. What is wanted again is as if it had never been here. */
function forgetGone(
  base: readonly SpecDocument[],
  mine: readonly ConfigObject[],
  again: ReadonlySet<string>,
): readonly SpecDocument[] {
  const there = toNames(mine)
  return base.filter(each => !again.has(nameOf(each.kind, each.key)) || there.has(nameOf(each.kind, each.key)))
}

/**
 * An object of the tenant's own that bears the name of a new one of the package stays the tenant's, unless it was given
 * to the package. `own`: what was installed, and what serves all that use it.
 */
function judgeForeign(
  own: ReadonlySet<string>,
  mine: readonly ConfigObject[],
  { conflicts }: Merged,
  choices: Choices,
): (each: Named) => boolean {
  const there = toNames(mine)
  const given = toNames(
    conflicts.filter(each => each.path === '' && choices[each.id] === 'theirs') as readonly Named[], // of these kinds
  )
  return each => {
    const name = nameOf(each.kind, each.key)
    return there.has(name) && !own.has(name) && !given.has(name)
  }
}

/** What is other than it is, and what is to go. */
function toWish({ documents }: Merged, mine: readonly ConfigObject[], objects: readonly ConfigObject[]): ConfigWish {
  const before = new Map(mine.map(each => [nameOf(each.kind, each.key), each.spec]))
  const changed = documents.filter(each => !isSame(before.get(nameOf(each.kind, each.key)), each.spec))
  const interfaces = new Set(changed.flatMap(each => (each.kind === 'api-asset' ? [each.key] : [])))
  // The newest version of an interface is meant without saying so: whoever names it is saved anew when there is one.
  const follows = (each: SpecDocument): boolean =>
    each.kind === 'strategy' &&
    listReferences(each.spec).some(named => named.kind === 'api-asset' && interfaces.has(named.key))
  const left = toNames(documents)
  const gone = mine.filter(each => !left.has(nameOf(each.kind, each.key)))
  return {
    files: writeFiles(documents.filter(each => changed.includes(each) || follows(each))),
    remove: leaveShared(objects, gone).map(({ kind, key }) => ({ kind, key })),
  }
}

const listMade = (documents: readonly SpecDocument[], known: readonly BoundObject[]): BoundObject[] =>
  documents.flatMap(({ kind, key }) => known.find(each => each.kind === kind && each.key === key) ?? [])

function hashAim({ id, lock }: InstallationWhole, { found, wish, choices }: Aim): string {
  const sorted = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
  const told = [id, lock, found.document, sorted(wish.connectors), sorted(wish.params), sorted(choices)]
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}
