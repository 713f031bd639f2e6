import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Merged, mergeDocuments, type SpecDocument } from './merge-specs.ts'
import type { Three } from './merge-values.ts'
import { flatten, isNamedList, listOrders } from './testing/flatten.ts'
import { Package, Triple } from './testing/random-packages.ts'

type Packages = Three<readonly SpecDocument[]>

const flat = (documents: readonly SpecDocument[]) => flatten(documents, isNamedList)
/** With the orders of lists: a move is an edit. */
const flatWhole = (documents: readonly SpecDocument[]) =>
  new Map([
    ...flat(documents),
    ...[...listOrders(documents)].map(([at, order]) => [`${at}[order]`, `${order}`] as const),
  ])
const byName = (documents: readonly SpecDocument[]) =>
  new Map(documents.map(({ kind, key, spec }) => [`${kind} ${key}`, spec]))

interface Question {
  readonly id: string
  readonly at: string
  /** Only the order of a list is asked for. */
  readonly isOrder: boolean
}

const listQuestions = ({ conflicts }: Merged): Question[] =>
  conflicts.map(({ id, kind, key, path, base, mine, theirs }) => ({
    id,
    at: `${kind} ${key} ${path}`.trim(),
    isOrder: isNamedList(path) && base !== null && mine !== null && theirs !== null,
  }))

const isUnder = (place: string, at: string): boolean =>
  place.startsWith(at) && (place.length === at.length || '.[ '.includes(place.charAt(at.length)))

/** What three versions of one value come to; undefined: it is a conflict. */
function judge<T>(
  same: (one: T, other: T) => boolean,
  { base, mine, theirs }: Three<T>,
): { readonly value: T } | undefined {
  if (same(mine, theirs) || same(base, mine)) return { value: theirs }
  return same(base, theirs) ? { value: mine } : undefined
}

const ofEach = <T>({ base, mine, theirs }: Packages, read: (documents: readonly SpecDocument[]) => T): Three<T> => ({
  base: read(base),
  mine: read(mine),
  theirs: read(theirs),
})

function checkLeaves(
  sides: Three<Map<string, string>>,
  merged: Merged,
  choose: (id: string) => 'mine' | 'theirs',
): void {
  const result = flat(merged.documents)
  const questions = listQuestions(merged).filter(each => !each.isOrder)
  for (const place of new Set([...sides.base.keys(), ...sides.mine.keys(), ...sides.theirs.keys(), ...result.keys()])) {
    // A list that is not there is not told from an empty one, but that of a map is.
    if (isNamedList(place) && !/^mapping /.test(place)) continue
    const three = { base: sides.base.get(place), mine: sides.mine.get(place), theirs: sides.theirs.get(place) }
    const asked = questions.find(each => isUnder(place, each.at))
    const expected = asked ? three[choose(asked.id)] : judge(Object.is, three)?.value
    if (!asked && judge(Object.is, three) === undefined) throw new Error(`${place}: nobody was asked`)
    if (result.get(place) !== expected) throw new Error(`${place}: ${result.get(place)} instead of ${expected}`)
  }
}

/** One question for what both sides changed, and none else. */
function checkQuestions(packages: Packages, merged: Merged): void {
  const questions = listQuestions(merged).filter(each => !each.isOrder)
  if (questions.length === 0) return
  const { base, mine, theirs } = ofEach(packages, flatWhole)
  const compare = (one: Map<string, string>, other: Map<string, string>): string[] =>
    [...new Set([...one.keys(), ...other.keys()])].filter(each => one.get(each) !== other.get(each))
  const edits = [compare(base, mine), compare(base, theirs), compare(mine, theirs)]
  for (const { id, at } of questions) {
    if (!edits.every(places => places.some(each => isUnder(each, at)))) throw new Error(`${at}: asked for nothing`)
    if (questions.some(each => each.id !== id && isUnder(each.at, at))) throw new Error(`${at}: asked twice`)
  }
}

function checkOrders(
  sides: Three<ReturnType<typeof listOrders>>,
  merged: Merged,
  choose: (id: string) => 'mine' | 'theirs',
): void {
  const questions = listQuestions(merged)
  for (const [place, order] of listOrders(merged.documents)) {
    const whole = { base: sides.base.get(place), mine: sides.mine.get(place), theirs: sides.theirs.get(place) }
    if (whole.base === undefined || whole.mine === undefined || whole.theirs === undefined) continue
    if (questions.some(each => !each.isOrder && isUnder(place, each.at))) continue
    if (/(tags|after|leftOut|hosts|nothing|busy|duplicate)$/.test(place)) continue // in no order
    const isCommon = (name: string) => Object.values(whole).every(each => each?.includes(name)) && order.includes(name)
    const three = {
      base: whole.base.filter(isCommon).join('\n'),
      mine: whole.mine.filter(isCommon).join('\n'),
      theirs: whole.theirs.filter(isCommon).join('\n'),
    }
    const asked = questions.find(each => each.at === place)
    const expected = asked ? three[choose(asked.id)] : judge(Object.is, three)?.value
    if (order.filter(isCommon).join('\n') !== expected) throw new Error(`${place}: in the order ${order}`)
  }
}

test('of 10,000 packages that two sides edited nothing is lost, nothing is asked twice or for nothing', () => {
  let questions = 0
  let quiet = 0
  fc.assert(
    fc.property(Triple, fc.nat(), (packages, roll) => {
      const asIs = mergeDocuments(packages)
      questions += asIs.conflicts.length
      if (asIs.conflicts.length === 0) quiet += 1
      const [sides, orders] = [ofEach(packages, flat), ofEach(packages, listOrders)]
      checkLeaves(sides, asIs, () => 'mine')
      checkOrders(orders, asIs, () => 'mine')
      if (asIs.conflicts.length === 0) return
      checkQuestions(packages, asIs)
      const chosen = Object.fromEntries(
        asIs.conflicts.map(({ id }, at) => [id, (roll >> (at % 30)) & 1 ? ('theirs' as const) : ('mine' as const)]),
      )
      const other = mergeDocuments(packages, chosen)
      if (!isDeepStrictEqual(other.conflicts, asIs.conflicts)) throw new Error('a choice changed what is asked')
      checkLeaves(sides, other, id => chosen[id] ?? 'mine')
      checkOrders(orders, other, id => chosen[id] ?? 'mine')
    }),
    { numRuns: 10_000, seed: 222 },
  )
  // What is made up here does meet both.
  expect(questions).toBeGreaterThan(5000)
  expect(quiet).toBeGreaterThan(2000)
}, 240_000)

test('merged once more, it is what it is, and nothing new is asked', () => {
  fc.assert(
    fc.property(Triple, packages => {
      const first = mergeDocuments(packages)
      const second = mergeDocuments({ ...packages, mine: first.documents })
      expect(second.documents).toEqual(first.documents)
      const asked = new Set(first.conflicts.map(each => each.id))
      expect(second.conflicts.filter(each => !asked.has(each.id))).toEqual([])
    }),
    { numRuns: 2000, seed: 223 },
  )
})

test('one side alone, or both alike, is taken as it is', () => {
  fc.assert(
    fc.property(Triple, Package, ({ base, mine }, other) => {
      for (const each of [mine, other]) {
        const cases = [
          mergeDocuments({ base, mine: base, theirs: each }),
          mergeDocuments({ base, mine: each, theirs: base }),
          mergeDocuments({ base, mine: each, theirs: each }),
        ]
        for (const { conflicts, documents } of cases) {
          expect(conflicts).toEqual([])
          expect(byName(documents)).toEqual(byName(each))
        }
        expect(cases[0]?.kept).toBe(0)
        expect(cases[2]?.kept).toBe(0)
      }
    }),
    { numRuns: 1500, seed: 224 },
  )
})

test('the answer depends on nothing but what the three say: fields in another order are the same', () => {
  const turn = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(turn)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .map(([name, each]) => [name, turn(each)] as const)
              .reverse(),
          )
        : value
  fc.assert(
    fc.property(Triple, packages => {
      const turned = { ...packages, mine: turn(packages.mine) as SpecDocument[] } // the same form
      expect(
        mergeDocuments(turned)
          .conflicts.map(each => each.id)
          .sort(),
      ).toEqual(
        mergeDocuments(packages)
          .conflicts.map(each => each.id)
          .sort(),
      )
    }),
    { numRuns: 1000, seed: 225 },
  )
})

test('a hundred installations that were edited are asked one question for each field that both changed', () => {
  const flows = ['SO', 'PO', 'STOCK', 'VOUCHER', 'RETURN']
  const fields = Array.from({ length: 20 }, (_, at) => `f${at}`)
  /** Every field as it is, but for those that are edited. */
  const write = (edits: ReadonlyMap<string, string>): SpecDocument[] =>
    flows.map(flow => ({
      kind: 'strategy',
      key: `P-${flow}`,
      spec: {
        name: flow,
        mapping: {
          fields: fields.map(target => ({
            target,
            value: { kind: 'template', template: edits.get(`${flow}/${target}`) ?? `{{${target}}}` },
          })),
        },
        schedule: { cron: edits.get(`${flow}/cron`) ?? null },
      },
    }))
  const places = flows.flatMap(flow => [...fields, 'cron'].map(each => `${flow}/${each}`))
  const Edits = fc.subarray(places, { minLength: 3, maxLength: 20 })
  const next = new Set(places.filter((_, at) => at % 7 === 0))
  const base = write(new Map())
  const theirs = write(new Map([...next].map(each => [each, 'theirs'])))
  let questions = 0
  for (const edited of fc.sample(Edits, { numRuns: 100, seed: 226 })) {
    const merged = mergeDocuments({ base, mine: write(new Map(edited.map(each => [each, 'mine']))), theirs })
    const overlaps = edited.filter(each => next.has(each))
    expect([merged.conflicts.length, merged.kept]).toEqual([overlaps.length, edited.length - overlaps.length])
    questions += overlaps.length
  }
  expect(questions).toBeGreaterThan(50)
})
