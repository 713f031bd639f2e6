import { type MappingField, StrategyConfig } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSame, mergeConfig, type Side } from './merge-config.ts'

const ID = (digit: number) => `0190a0b0-0000-7000-8000-00000000000${digit}`
const field = (target: string, template: string): MappingField => ({ target, value: { kind: 'template', template } })
const lines = (target: string, source: string, fields: MappingField[]): MappingField => ({
  target,
  value: { kind: 'lines', source, fields },
})
const config = (change: object = {}, fields: MappingField[] = []): StrategyConfig =>
  StrategyConfig.parse({
    source: { connector_id: ID(1), resource: 'orders', key: ['id'], ...change },
    target: { connector_id: ID(2), resource: 'bills' },
    mapping: { fields },
  })

describe('two who change one configuration', () => {
  test('what only one changed is taken, and told whose it was', () => {
    const base = config({}, [field('no', '{{no}}'), field('memo', '{{memo}}')])
    const theirs = config({ pageSize: 50 }, [field('no', '{{no | trim}}'), field('memo', '{{memo}}')])
    const mine = config({ idCheck: true }, [field('no', '{{no}}'), field('memo', '{{memo}}'), field('qty', '{{qty}}')])
    const merged = mergeConfig(base, theirs, mine)
    expect(merged.conflicts).toEqual([])
    expect(merged.config).toEqual(
      config({ pageSize: 50, idCheck: true }, [
        field('no', '{{no | trim}}'),
        field('memo', '{{memo}}'),
        field('qty', '{{qty}}'),
      ]),
    )
    expect(merged.taken.theirs.map(each => each.path.join())).toEqual(['source,pageSize', 'mapping,no'])
    expect(merged.taken.mine.map(each => each.path.join())).toEqual(['source,idCheck', 'mapping,qty'])
  })

  test('a field that both changed is a conflict that a choice ends; one taken out counts as changed', () => {
    const base = config({}, [field('no', '{{no}}'), field('memo', '{{memo}}')])
    const theirs = config({}, [field('no', '{{number}}')])
    const mine = config({}, [field('no', '{{code}}'), field('memo', '{{remark}}')])
    const { conflicts, config: open } = mergeConfig(base, theirs, mine)
    expect(conflicts.map(each => [each.path.join(), each.theirs, each.mine])).toEqual([
      ['mapping,no', field('no', '{{number}}'), field('no', '{{code}}')],
      ['mapping,memo', undefined, field('memo', '{{remark}}')],
    ])
    expect(open).toEqual(theirs)
    const choices = new Map<string, Side>(conflicts.map(each => [each.key, 'mine']))
    expect(mergeConfig(base, theirs, mine, choices).config).toEqual(mine)
  })

  test('another table in another system is one change: half of each is never taken', () => {
    const base = config()
    const theirs = config({ connector_id: ID(3), resource: 'sales' })
    const mine = config({ resource: 'orders_2026' })
    const { conflicts, config: open } = mergeConfig(base, theirs, mine)
    expect(conflicts.map(each => each.path.join())).toEqual(['source,place'])
    expect(open.source).toEqual(theirs.source)
  })

  test('lines: their list and each of their fields are changed apart', () => {
    const base = config({}, [lines('items', 'goods', [field('sku', '{{sku}}'), field('qty', '{{qty}}')])])
    const theirs = config({}, [lines('items', 'details', [field('sku', '{{sku}}'), field('qty', '{{qty}}')])])
    const mine = config({}, [lines('items', 'goods', [field('sku', '{{sku}}'), field('qty', '{{count}}')])])
    const merged = mergeConfig(base, theirs, mine)
    expect(merged.conflicts).toEqual([])
    expect(merged.config.mapping.fields).toEqual([
      lines('items', 'details', [field('sku', '{{sku}}'), field('qty', '{{count}}')]),
    ])
  })

  test('who moved fields decides the order', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(name => field(name, '{{x}}')) as [
      MappingField,
      MappingField,
      MappingField,
      MappingField,
    ]
    const order = (theirs: MappingField[], mine: MappingField[]) =>
      mergeConfig(config({}, [a, b, c]), config({}, theirs), config({}, mine))
        .config.mapping.fields.map(each => each.target)
        .join('')
    expect(order([a, b, c], [c, a, b])).toBe('cab')
    expect(order([c, b, a], [a, b, c, d])).toBe('cdba')
  })
})

// — whatever is changed —

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const template = fc.constantFrom('{{x}}', '{{y}}', '{{z}}')
const simple = fc.tuple(name, template).map(([target, text]) => field(target, text))
const listOf = (one: fc.Arbitrary<MappingField>) =>
  fc.uniqueArray(one, { selector: each => each.target, maxLength: 5 }) as fc.Arbitrary<MappingField[]>
const anyField = fc.oneof(
  simple,
  fc.tuple(name, template, listOf(simple)).map(([target, source, fields]) => lines(target, source, fields)),
)
const entered = fc.record({
  fields: listOf(anyField),
  copyAll: fc.boolean(),
  resource: fc.constantFrom('orders', 'lines'),
  pageSize: fc.constantFrom(10, 20, 30),
  options: fc.dictionary(fc.constantFrom('where', 'sort'), fc.constantFrom('1', '2')),
  increment: fc.option(fc.record({ field: name, lookBackSeconds: fc.constantFrom(0, 60) }), { nil: undefined }),
  key: fc.constantFrom(['id'], ['id', 'line']),
  cron: fc.constantFrom(null, '0 * * * *', '5 * * * *'),
  fromDaysAgo: fc.option(fc.constantFrom(2, 3), { nil: undefined }),
})
type Entered = typeof entered extends fc.Arbitrary<infer T> ? T : never
const toConfig = ({ fields, copyAll, cron, fromDaysAgo, ...source }: Entered): StrategyConfig =>
  StrategyConfig.parse({
    ...config(source, fields),
    mapping: { copyAll, fields },
    schedule: { cron },
    ...(fromDaysAgo === undefined ? {} : { remedy: { schedule: { cron: '0 3 * * *' }, fromDaysAgo } }),
  })
const anyConfig = entered.map(toConfig)

/** A configuration, and two that each changed some parts of it. */
const threeConfigs = fc.tuple(entered, entered, entered, fc.func(fc.nat(2))).map(([base, one, other, owner]) => {
  const change = (by: Entered, who: number) =>
    Object.fromEntries(
      Object.entries(base).map(([key, value]) => [key, owner(key) === who ? by[key as keyof Entered] : value]),
    ) as Entered // keys of Entered
  return [toConfig(base), toConfig(change(one, 1)), toConfig(change(other, 2))] as const
})

/** Every setting and field with its way; fields in the order of their names, for which no order is right or wrong. */
function leavesOf(value: unknown, path = ''): [string, string][] {
  if (Array.isArray(value) && value.every(each => typeof each === 'object'))
    return value.flatMap(each => leavesOf(each, `${path}/${each.target}`)).toSorted()
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return [[path, JSON.stringify(value)]]
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .flatMap(([key, each]) => leavesOf(each, `${path}/${key}`))
    .toSorted()
}

const RUNS = { numRuns: Number(process.env['MERGE_RUNS'] ?? 300) }

describe('of any three configurations', () => {
  test('who changed nothing takes the other one, and what both changed alike is no conflict', () => {
    fc.assert(
      fc.property(anyConfig, anyConfig, (base, other) => {
        for (const [theirs, mine] of [
          [base, other],
          [other, base],
          [other, other],
        ] as const) {
          const merged = mergeConfig(base, theirs, mine)
          expect(merged.conflicts).toEqual([])
          expect(merged.config).toEqual(other)
        }
      }),
      RUNS,
    )
  })

  test('it does not matter who saved first', () => {
    fc.assert(
      fc.property(anyConfig, anyConfig, anyConfig, fc.boolean(), (base, one, other, isOne) => {
        const keys = mergeConfig(base, one, other).conflicts.map(each => each.key)
        const choose = (side: Side) => new Map(keys.map(key => [key, side]))
        const there = mergeConfig(base, one, other, choose(isOne ? 'theirs' : 'mine'))
        const back = mergeConfig(base, other, one, choose(isOne ? 'mine' : 'theirs'))
        expect(back.conflicts.map(each => each.key).toSorted()).toEqual(keys.toSorted())
        expect(leavesOf(there.config)).toEqual(leavesOf(back.config))
      }),
      RUNS,
    )
  })

  test('nothing is lost: each leaf is of who put it there, and only who took one out is missing it', () => {
    fc.assert(
      fc.property(threeConfigs, ([base, theirs, mine]) => {
        const { config: merged, conflicts } = mergeConfig(base, theirs, mine)
        expect(conflicts).toEqual([])
        const [from, to, own, now] = [base, theirs, mine, merged].map(each => new Set(leavesOf(each).map(String)))
        for (const leaf of new Set([...from!, ...to!, ...own!]))
          expect(now!.has(leaf), leaf).toBe(from!.has(leaf) ? to!.has(leaf) && own!.has(leaf) : true)
        for (const leaf of now!) expect(to!.has(leaf) || own!.has(leaf), leaf).toBe(true)
      }),
      RUNS,
    )
  })

  test('every difference is told once, and what is told as taken was changed by that side alone', () => {
    fc.assert(
      fc.property(anyConfig, anyConfig, anyConfig, (base, theirs, mine) => {
        const { conflicts, taken } = mergeConfig(base, theirs, mine)
        const keys = [...conflicts, ...taken.theirs, ...taken.mine].map(each => each.key)
        expect(new Set(keys).size).toBe(keys.length)
        for (const each of taken.mine)
          expect([isSame(each.base, each.theirs), isSame(each.base, each.mine)]).toEqual([true, false])
        for (const each of taken.theirs)
          expect([isSame(each.base, each.mine), isSame(each.base, each.theirs)]).toEqual([true, false])
        if (keys.length === 0) expect(leavesOf(theirs)).toEqual(leavesOf(mine))
      }),
      RUNS,
    )
  })
})
