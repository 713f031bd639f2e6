import { FieldSpec, Mapping, type MappingField } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { completeFields, pruneMapping } from '../model.ts'
import { addField, changeAt, listDerived, listMissing, listNodes, showNodes, toNodeName } from './field-tree-model.ts'
import { emptyHistory, type History, remember, stepBack, stepForward } from './history-model.ts'
import { readSource, SourceError } from './json-source.ts'
import { readMapping, writeMapping } from './mapping-source.ts'
import { proposeMatches, proposeSure, takeProposal } from './match-model.ts'
import { fillField, mergeMapping } from './merge-mapping.ts'
import { addDerived, addInside, changeMapping, derivedSpecs, specsAt } from './shape-model.ts'
import { changeArgument, readChain, writeChain } from './template-chain.ts'

const spec = (name: string, type: FieldSpec['type'] = 'string', more: Partial<FieldSpec> = {}): FieldSpec =>
  FieldSpec.parse({ name, type, ...more })
const from = (target: string, template: string): MappingField => ({ target, value: { kind: 'template', template } })
const lines = (target: string, source: string, fields: MappingField[]): MappingField => ({
  target,
  value: { kind: 'lines', source, fields },
})

const target = [
  spec('no', 'string', { isRequired: true }),
  spec('memo'),
  spec('lines', 'array', {
    isRequired: true,
    fields: [spec('sku', 'string', { isRequired: true }), spec('qty', 'int')],
  }),
]

describe('the tree of target fields', () => {
  const fields = completeFields([lines('lines', 'items', [from('sku', '{{sku}}')]), from('extra', '{{x}}')], target)
  const nodes = listNodes(fields, target)

  test('names each field as problems do, with its level, its list and what it lacks', () => {
    expect(nodes.map(node => [node.key, node.name, node.listName, node.isMissing])).toEqual([
      ['0', 'no', null, true],
      ['1', 'memo', null, false],
      ['2', 'lines', null, false],
      ['2.0', 'lines[].sku', 'items', false],
      ['2.1', 'lines[].qty', 'items', false],
      ['3', 'extra', null, false],
    ])
    expect(toNodeName('lines[12].sku')).toBe('lines[].sku')
  })

  test('a field copied by name is not missing', () => {
    expect(listNodes(fields, target, true)[0]?.isMissing).toBe(false)
  })

  test('what lacks a value inside lines is told by its name; lines that are left out require nothing inside', () => {
    const missingOf = (given: MappingField[], specs: readonly FieldSpec[]) =>
      listMissing(listNodes(completeFields(given, specs), specs))
    const withoutSku = [from('no', '{{no}}'), lines('lines', 'items', [from('qty', '{{qty}}')])]
    expect(missingOf(withoutSku, target)).toEqual(['lines[].sku'])
    expect(missingOf([], target)).toEqual(['no', 'lines'])
    const optional = target.map(each => (each.name === 'lines' ? { ...each, isRequired: false } : each))
    expect(missingOf([], optional)).toEqual(['no'])
  })

  test('a filter keeps the way down to what it finds; a fold hides what is inside', () => {
    const show = (text: string, only: 'all' | 'missing' = 'all', folded: string[] = []) =>
      showNodes(nodes, { text, only, folded: new Set(folded) }, () => false).map(node => node.name)
    expect(show('SKU')).toEqual(['lines', 'lines[].sku'])
    expect(show('', 'missing')).toEqual(['no'])
    expect(show('', 'all', ['2'])).toEqual(['no', 'memo', 'lines', 'extra'])
  })

  test('one field is changed, added or taken out, and the others stay', () => {
    const changed = changeAt(fields, [2, 1], field => ({ ...field, type: 'int' }))
    expect(listNodes(changed, target)[4]?.field.type).toBe('int')
    expect(changed[0]).toBe(fields[0])
    expect(
      listNodes(
        changeAt(fields, [2, 0], () => null),
        target,
      ).map(node => node.name),
    ).not.toContain('lines[].sku')
    expect(listNodes(addField(fields, [2]), target).map(node => node.name)).toContain('lines[].')
  })
})

describe('the history', () => {
  test('steps back and forward; typing into one field is one step; a new change forgets what was undone', () => {
    let history: History<number> = emptyHistory
    history = remember(history, 0, 'a', 0)
    history = remember(history, 1, 'a', 500)
    history = remember(history, 2, 'b', 600)
    expect(history.past).toEqual([0, 2])
    const back = stepBack(history, 3)
    expect(back?.value).toBe(2)
    const again = stepForward(back?.history ?? emptyHistory, 2)
    expect([again?.value, again?.history.future]).toEqual([3, []])
    expect(remember(back?.history ?? emptyHistory, 2, 'c', 9000).future).toEqual([])
    expect(stepBack(emptyHistory, 1)).toBeNull()
  })
})

describe('proposals', () => {
  const source = [
    spec('order_no'),
    spec('memo', 'datetime'),
    spec('customerName', 'string', { label: '客户' }),
    spec('items', 'array', { fields: [spec('SKU'), spec('qty', 'int')] }),
  ]
  const wanted = [
    spec('orderNo'),
    spec('memo', 'int'),
    spec('buyer', 'string', { label: '客户' }),
    spec('rows', 'array', { fields: [spec('sku'), spec('qty')] }),
    spec('nothing'),
  ]
  const fields = completeFields([], wanted)

  test('each has the strongest reason, and doubt where types do not go together; lists bring their lines', () => {
    const found = proposeMatches(fields, source, wanted, [])
    expect(found.map(({ name, reason, told, isDoubtful }) => [name, reason, told, isDoubtful])).toEqual([
      ['orderNo', 'plainName', 'order_no', false],
      ['memo', 'name', 'memo', true],
      ['buyer', 'label', 'customerName', false],
      ['rows', 'similar', 'items', false],
      ['rows[].sku', 'plainName', 'SKU', false],
      ['rows[].qty', 'name', 'qty', false],
    ])
  })

  test('a list and an object go as a whole where the target takes JSON, without doubt', () => {
    const nested = [spec('tags', 'array', { fields: [spec('key')] }), spec('owner', 'object', { fields: [spec('id')] })]
    const columns = [spec('tags', 'json'), spec('owner', 'json')]
    const found = proposeSure(completeFields([], columns), nested, columns)
    expect(found.map(({ name, value }) => [name, value])).toEqual([
      ['tags', { kind: 'template', template: '{{tags}}' }],
      ['owner', { kind: 'template', template: '{{owner}}' }],
    ])
    expect(proposeMatches(completeFields([], [spec('tags')]), nested, [spec('tags')], [])).toEqual([])
  })

  test('a past mapping of the same source comes first, with its look-up; one of another source last', () => {
    const lookup = { map_id: 'm', direction: 'forward' } as const
    const past = (same_source: boolean) => [
      {
        strategy_name: '旧方案',
        same_source,
        fields: [
          { ...from('orderNo', '{{order_no | trim}}'), lookup },
          lines('rows', 'items', [from('sku', '{{SKU | upper}}')]),
          from('nothing', '{{x}}'),
        ],
      },
    ]
    const same = proposeMatches(fields, source, wanted, past(true))
    expect(same.find(each => each.name === 'orderNo')).toMatchObject({ reason: 'past', told: '旧方案', lookup })
    expect(same.find(each => each.name === 'rows[].sku')?.value).toEqual({
      kind: 'template',
      template: '{{SKU | upper}}',
    })
    const other = proposeMatches(fields, source, wanted, past(false))
    expect(other.find(each => each.name === 'orderNo')?.reason).toBe('plainName')
    expect(other.find(each => each.name === 'nothing')).toMatchObject({ reason: 'pastTarget', isDoubtful: true })
  })

  test('taking one fills its field and leaves fields that have a value', () => {
    const [first] = proposeMatches(fields, source, wanted, [])
    expect(takeProposal(fields[0]!, first!).value).toEqual({ kind: 'template', template: '{{order_no}}' })
    const full = completeFields([from('orderNo', '{{x}}')], wanted)
    expect(proposeMatches(full, source, wanted, []).map(each => each.name)).not.toContain('orderNo')
  })
})

describe('copies and fillings', () => {
  const other = Mapping.parse({ copyAll: false, fields: [from('a', '{{x}}'), from('c', '{{z}}')] })
  const mine = Mapping.parse({ copyAll: false, fields: [from('a', '{{mine}}'), from('b', '')] })

  test('a copy keeps what has a value, or replaces it, and adds what is not there', () => {
    const kept = mergeMapping(mine, other, 'keep')
    expect([kept.count, kept.mapping.fields.map(field => field.target)]).toEqual([1, ['a', 'b', 'c']])
    expect(kept.mapping.fields[0]).toEqual(mine.fields[0])
    const replaced = mergeMapping(mine, other, 'replace')
    expect([replaced.count, replaced.mapping.fields[0]]).toEqual([2, other.fields[0]])
  })

  test('a copy leaves the script, which the source view says and gives back', () => {
    const scripted = { ...mine, script: { code: 'export const afterMapping = target => target' } }
    expect(mergeMapping(scripted, other, 'replace').mapping.script).toEqual(scripted.script)
    expect(readMapping(writeMapping(scripted))).toMatchObject({ mapping: scripted, faults: [] })
    const broken = readMapping('{ "fields": [], "script": { "text": 1 } }')
    expect(broken.faults.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['unknown', 'text'],
      ['required', 'code'],
    ])
  })

  test('a filling sets a constant, null, a fallback or what a missing field means', () => {
    expect(fillField(from('a', ''), { what: 'constant', value: '1' }).value).toEqual({ kind: 'constant', value: '1' })
    expect(fillField(from('a', ''), { what: 'null' }).value).toEqual({ kind: 'constant', value: null })
    expect(fillField(from('a', '{{x}}'), { what: 'fallback', value: '0' })).toMatchObject({ fallback: '0' })
    expect(fillField(from('a', '{{x}}'), { what: 'whenMissing' })).toMatchObject({ whenMissing: 'null' })
  })
})

describe('the source of a mapping', () => {
  const mapping = Mapping.parse({
    copyAll: true,
    fields: [
      { ...from('a', "{{x | default:'}'}}"), type: 'int', required: true, fallback: null, whenMissing: 'null' },
      lines('l', 'items', [{ target: 'b', value: { kind: 'expression', expression: 'line.q + 1' } }]),
      {
        target: 'f',
        value: {
          kind: 'find',
          strategy_id: '0190a0b0-0000-7000-8000-000000000001',
          field: 'x',
          where: [{ field: 'a', equals: '{{b}}' }],
          onMiss: 'default',
          default: '-',
          onMany: 'error',
        },
      },
      { target: 'c', value: { kind: 'constant', value: 12.5 }, lookup: { map_id: 'm', direction: 'reverse' } },
    ].map(field => ({ ...field, ...('lookup' in field ? { lookup: undefined } : {}) })),
  })

  test('says everything of the mapping, and gives it back', () => {
    expect(readMapping(writeMapping(mapping))).toMatchObject({
      mapping: JSON.parse(JSON.stringify(mapping)),
      faults: [],
    })
  })

  test('knows where each field stands, by the name that problems have', () => {
    const text = writeMapping(mapping)
    const place = readMapping(text).fields.get('l[].b')
    expect(text.slice(place?.from, place?.to)).toBe('"line.q + 1"')
  })

  const faultsOf = (text: string) =>
    readMapping(text).faults.map(({ kind, detail, range }) => [kind, detail, text.slice(range.from, range.to)])

  test.each([
    ['{"fields": [', 'value', ''],
    ['{"fields": [] "x": 1}', 'comma', '"'],
    ['{"fields" []}', 'colon', '['],
    ['{fields: []}', 'name', 'f'],
    ['{"fields": [], "fields": []}', 'repeated', '"fields"'],
    ['{"fields": []} x', 'end', 'x'],
    ['{"fields": ["\u0001"]}', 'text', '"'],
  ])('%s is no JSON: %s', (text, kind, marked) => {
    expect(faultsOf(text)).toEqual([[kind, '', marked]])
  })

  test('faults of its shape are all told, each at its place', () => {
    const text = `{"copyAll": 1, "field": [], "fields": [
      {"target": "", "value": {"kind": "template"}},
      {"target": "b", "value": {"kind": "magic"}, "type": "money"},
      {"target": "c", "value": {"kind": "lines", "source": "x", "fields": [{"target": "d"}]}}]}`
    expect(faultsOf(text)).toEqual([
      ['unknown', 'field', '[]'],
      ['shape', 'true, false', '1'],
      ['shape', '"…"', '""'],
      ['required', 'template', '{"kind": "template"}'],
      ['choice', 'template, constant, expression, lines, object, find', '"magic"'],
      ['choice', expect.stringContaining('decimal'), '"money"'],
      ['required', 'value', '{"target": "d"}'],
    ])
  })

  test('a look-up that is not whole is told part by part', () => {
    const text = `{"fields": [
      {"target": "a", "value": {"kind": "find", "field": 1, "where": []}},
      {"target": "b", "value": {"kind": "find", "strategy_id": "s", "field": "f", "onMiss": "keep",
        "where": [7, {"field": "x", "equal": "y"}]}}]}`
    expect(faultsOf(text).map(([kind, detail]) => [kind, detail])).toEqual([
      ['required', 'strategy_id'],
      ['shape', '"…"'],
      ['shape', '[{ "field": "…", "equals": "…" }]'],
      ['shape', '{ "field": "…", "equals": "…" }'],
      ['unknown', 'equal'],
      ['required', 'equals'],
      ['choice', 'empty, default, error'],
    ])
  })

  test('a depth that nobody wrote by hand is refused before it is walked', () => {
    expect(() => readSource('['.repeat(100_000))).toThrow(SourceError)
  })
})

describe('derived fields and groups', () => {
  const group = { by: ['sku'], calculate: [{ name: 'sum', op: 'sum' as const, field: 'qty' }], maxLines: 5 }
  const grouped: MappingField = {
    target: 'parts',
    value: {
      kind: 'lines',
      source: 'items',
      group,
      fields: [from('sku', '{{sku}}'), lines('rows', 'lines', [from('q', '{{qty}}')])],
    },
  }
  const mapping = Mapping.parse({ fields: [from('a', '{{derived.parts}}')], derived: [grouped] })
  const source = [spec('items', 'array', { fields: [spec('sku'), spec('qty', 'int')] })]

  test('the source says them, and gives them back; each has its place', () => {
    const read = readMapping(writeMapping(pruneMapping(mapping)))
    expect(read).toMatchObject({ mapping: JSON.parse(JSON.stringify(mapping)), faults: [] })
    expect([...read.fields.keys()]).toEqual([
      'a',
      'derived.parts',
      'derived.parts[].sku',
      'derived.parts[].rows',
      'derived.parts[].rows[].q',
    ])
  })

  test('a grouping that is not whole is told part by part', () => {
    const text = `{"fields": [{"target": "a", "value": {"kind": "lines", "source": "x", "fields": [],
      "group": {"by": [1], "maxLines": 0, "cut": 1, "calculate": [7, {"op": "median", "name": "x"}]}}}]}`
    const { faults } = readMapping(text)
    expect(faults.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['unknown', 'cut'],
      ['shape', '["…"]'],
      ['shape', '1, 2, …'],
      ['shape', expect.stringContaining('sum')],
      ['choice', expect.stringContaining('distinct')],
    ])
  })

  test('stand in the tree under their own names, and are changed, added to and taken out there', () => {
    const nodes = listDerived(mapping.derived)
    expect(nodes.map(({ key, name, depth, isDerived }) => [key, name, depth, isDerived])).toEqual([
      ['-1.0', 'derived.parts', 0, true],
      ['-1.0.0', 'derived.parts[].sku', 1, true],
      ['-1.0.1', 'derived.parts[].rows', 1, true],
      ['-1.0.1.0', 'derived.parts[].rows[].q', 2, true],
    ])
    const renamed = changeMapping(mapping, nodes[1]!.path, field => ({ ...field, target: 'code' }))
    expect(listDerived(renamed.derived)[1]?.name).toBe('derived.parts[].code')
    expect(listDerived(addInside(mapping, nodes[0]!.path).derived)).toHaveLength(5)
    expect(addDerived(addDerived(mapping)).derived?.map(({ target }) => target)).toEqual(['parts', 'value1', 'value2'])
    expect(changeMapping(mapping, nodes[0]!.path, () => null)).toEqual({ copyAll: false, fields: mapping.fields })
  })

  test('inside a group the fields of the group are offered, inside its elements theirs', () => {
    const nodes = listDerived(mapping.derived)
    const offered = (at: number) => {
      const node = nodes[at]!
      return specsAt(node, source)
        .find(each => each.name === node.listName)
        ?.fields?.map(({ name }) => name)
    }
    expect(offered(1)).toEqual(['sku', 'sum', 'lines'])
    expect(offered(3)).toEqual(['sku', 'qty'])
    expect(derivedSpecs(mapping.derived, 'derived')).toMatchObject([{ name: 'derived.parts', type: 'array' }])
  })

  test('a copied mapping brings its derived fields; of two of one name the mode decides', () => {
    const mine = Mapping.parse({ fields: [], derived: [from('parts', 'mine'), from('own', 'x')] })
    const targets = (mode: 'keep' | 'replace') => mergeMapping(mine, mapping, mode).mapping.derived
    expect(targets('keep')).toEqual([from('parts', 'mine'), from('own', 'x')])
    expect(targets('replace')).toEqual([grouped, from('own', 'x')])
  })
})

describe('a chain of filters', () => {
  test.each([
    '{{a}}',
    "{{a | trim | default:'x'}}",
    "{{a | replace:'a|b','}'}}",
    "{{a | pad:8,'x','right'}}",
    "{{a | join:'\\n'}}",
    "{{a | replace:'it\\'s','\\\\'}}",
  ])('%s is read and written again', template => {
    const chain = readChain(template)
    expect(chain && writeChain(chain)).toBe(template)
  })

  test.each(['{{a}}-{{b}}', 'x{{a}}', 'text', "{{'a' | trim}}", '{{a | 1x}}'])('%s is left to a person', template => {
    expect(readChain(template)).toBeNull()
  })

  test('an argument that must be there may be empty, one that need not is left out', () => {
    expect(changeArgument({ name: 'replace', args: ['-', 'x'] }, 1, '').args).toEqual(['-', ''])
    expect(changeArgument({ name: 'date', args: ['YYYY', 'UTC'] }, 1, '').args).toEqual(['YYYY'])
    expect(changeArgument({ name: 'date', args: [] }, 1, 'UTC').args).toEqual(['', 'UTC'])
  })
})
