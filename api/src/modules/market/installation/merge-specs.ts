import { createHash } from 'node:crypto'
import type { ConfigKind } from '../../admin/config/contract.ts'
import { diffSpecs, type Json, nameOf } from '../../admin/config/index.ts'
import { arrange } from './arrange.ts'
import type { MergeConflict } from './contract.ts'
import { listSteps, type Place, ROOT, writePlace } from './merge-place.ts'
import { type Merging, mergeValues, mergeWhole, type Three } from './merge-values.ts'
import { isDeeper } from './same-json.ts'

/** One object of a package, in the words of a file. */
export interface SpecDocument {
  readonly kind: ConfigKind
  readonly key: string
  readonly spec: Json
}

export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

export interface Merged {
  readonly documents: readonly SpecDocument[]
  readonly conflicts: readonly MergeConflict[]
  /** Edits of mine that nobody contests: all of them stay. */
  readonly kept: number
}

/**
 * What was installed, what became of it here, and what another version has, as one: an edit of either side is in it, and
 * where both changed the same to something else there is a conflict, in which mine stays unless theirs is chosen. Pure.
 */
export function mergeDocuments({ base, mine, theirs }: Three<readonly SpecDocument[]>, choices: Choices = {}): Merged {
  const sides = { base: toNamed(base), mine: toNamed(mine), theirs: toNamed(theirs) }
  const told: Told = { choices, conflicts: [], kept: 0 }
  const left = new Map<string, SpecDocument>()
  for (const name of new Set([...sides.theirs.keys(), ...sides.mine.keys()])) {
    const head = sides.theirs.get(name) ?? sides.mine.get(name)
    if (head === undefined) continue
    const three = {
      base: sides.base.get(name)?.spec,
      mine: sides.mine.get(name)?.spec,
      theirs: sides.theirs.get(name)?.spec,
    }
    const spec = mergeOne(open(head, told), three)
    if (spec !== undefined) left.set(name, { kind: head.kind, key: head.key, spec })
  }
  // What is gone on both sides has no name here; what is gone on one was an edit, and is counted.
  const documents = arrange([...sides.theirs.keys()], [...sides.mine.keys()], left)
  return { documents, conflicts: told.conflicts, kept: told.kept }
}

/** Edits that were made to what was installed. */
export const countEdits = (base: readonly SpecDocument[], mine: readonly SpecDocument[]): number =>
  mergeDocuments({ base, mine, theirs: base }).kept

const toNamed = (documents: readonly SpecDocument[]): ReadonlyMap<string, SpecDocument> =>
  new Map(documents.map(each => [nameOf(each.kind, each.key), each]))

/** No screen makes anything nearly as deep. What is, is one thing, so that nothing here needs an endless stack. */
const MOST_DEEP = 200

function mergeOne(merging: Merging, three: Three): Json {
  const isHostile = Object.values(three).some(each => isDeeper(each, MOST_DEEP))
  return isHostile ? mergeWhole(merging, ROOT, three) : mergeValues(merging, ROOT, three)
}

interface Told {
  readonly choices: Choices
  readonly conflicts: MergeConflict[]
  kept: number
}

function open({ kind, key }: SpecDocument, told: Told): Merging {
  return {
    decide(place, { base, mine, theirs }) {
      const id = nameConflict(kind, key, place)
      const path = place === ROOT ? '' : writePlace(place)
      told.conflicts.push({ id, kind, key, path, base: show(base), mine: show(mine), theirs: show(theirs) })
      return Object.hasOwn(told.choices, id) && told.choices[id] === 'theirs' ? 'theirs' : 'mine'
    },
    keep(base, mine, isOne = false) {
      told.kept += isOne ? 1 : diffSpecs(base, mine).length
    },
    isSet: place => SETS[kind]?.test(writePlace(place)) ?? false,
    isOne: place => ONES[kind]?.(place) ?? false,
    // Lines of a map that a file does not tell stay as they are.
    isWhole: place => kind === 'mapping' && place.parent === ROOT && place.name === 'lines',
  }
}

/** Lists of texts of which each is there or not, in no order. Of any other list without names, all is one value. */
const SETS: Readonly<Partial<Record<ConfigKind, RegExp>>> = {
  strategy: /^spec\.(tags|schedule\.after|mapping\.leftOut)$/,
  adapter: /^spec\.hosts$/,
  gateway: /^spec\.(maps|apis\[.*\]\.(operations|fields)|assets\[.*\]\.fields)$/,
  'api-asset': /^spec\.(nothing|write\.patterns\.\w+)$/,
}

/** A report counts its groups and measures; of a component, a rule, a kind of bill all belongs together. */
const ONES: Readonly<Partial<Record<ConfigKind, (place: Place) => boolean>>> = {
  report: ({ parent }) => parent === ROOT,
  dashboard: ({ parent, by }) => by !== undefined && parent?.name === 'components',
  // What is kept from a caller is kept by all of its conditions together.
  gateway: ({ name }) => name === 'row_filter',
  'recon-flow': ({ parent, by }) => by !== undefined && parent?.name === 'rules',
  // Columns are named by the headings that they stand in.
  'bill-profile': place => place === ROOT,
}

/** Short, whatever its names are: it is sent back as the name of a choice. */
const nameConflict = (kind: ConfigKind, key: string, place: Place): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, key, listSteps(place)]))
    .digest('base64url')
    .slice(0, 22)

/** Nobody reads more of one value; which one it is to be is chosen all the same. */
const MAX_TEXT = 20_000

function show(value: Json): string | null {
  if (value === undefined) return null
  try {
    const text = JSON.stringify(value)
    return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`
  } catch {
    return '…' // deeper than a stack is high
  }
}
