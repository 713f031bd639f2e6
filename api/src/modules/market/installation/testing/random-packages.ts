import fc from 'fast-check'
import type { ConfigKind } from '../../../admin/config/contract.ts'
import type { Json, JsonObject } from '../../../admin/config/index.ts'
import type { SpecDocument } from '../merge-specs.ts'

/** Packages as three hands could have them: one that was made up, and two that were edited from it at random. */

const names = ['price', 'qty', 'sku', 'no', 'a.b', 'x]y', '__proto__', 'constructor', '数量'] as const
const Name = fc.constantFrom(...names)
const Text = fc.constantFrom('', '{{price}}', '{{qty}} x', 'A\nB\nC', 'null', '0', '9007199254740993', '12.50')
const Scalar = fc.oneof(Text, fc.integer({ min: -3, max: 3 }), fc.boolean(), fc.constant(null))
const some = <T>(arbitrary: fc.Arbitrary<T>, by: (each: T) => string, most = 5) =>
  fc.uniqueArray(arbitrary, { selector: by, maxLength: most })

const Lookup = fc.record(
  { map: fc.constantFrom('P-units', 'P-countries'), direction: fc.constantFrom('forward', 'reverse'), default: Text },
  { requiredKeys: ['map', 'direction'] },
)
const { field: Field } = fc.letrec<{ field: JsonObject; value: JsonObject }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('template'), template: Text }),
    fc.record({ kind: fc.constant('constant'), value: Scalar }),
    fc.record({ kind: fc.constant('expression'), expression: Text }),
    fc.record({ kind: fc.constant('object'), fields: some(tie('field'), each => String(each['target']), 3) }),
    fc.record({
      kind: fc.constant('lines'),
      source: Text,
      fields: some(tie('field'), each => String(each['target']), 3),
    }),
  ),
  field: fc.record(
    {
      target: Name,
      value: tie('value'),
      lookup: Lookup,
      type: fc.constantFrom('string', 'decimal'),
      required: fc.boolean(),
      fallback: Scalar,
    },
    { requiredKeys: ['target', 'value'] },
  ),
}))
const Fields = some(Field, each => String(each['target']))
const Texts = fc.uniqueArray(fc.constantFrom('vip', 'sales', 'hourly', 'A', 'B', 'C'), { maxLength: 4 })
const Condition = fc.record({ field: Name, logic: fc.constantFrom('eq', 'gt'), value: Text })

const Strategy = fc.record(
  {
    name: Text,
    group: Text,
    tags: Texts,
    source: fc.record(
      {
        connector: fc.constantFrom('mysql/ERP', 'mysql/shop'),
        resource: Text,
        options: fc.dictionary(Name, Scalar, { maxKeys: 3 }),
        key: Texts,
        increment: fc.record({ field: Name, lookBackSeconds: fc.nat(3) }),
        filter: fc.array(fc.array(Condition, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
      },
      { requiredKeys: ['connector', 'resource', 'options', 'key'] },
    ),
    mapping: fc.record(
      { copyAll: fc.boolean(), fields: Fields, derived: Fields, leftOut: Texts, script: fc.record({ code: Text }) },
      { requiredKeys: ['copyAll', 'fields'] },
    ),
    schedule: fc.record(
      {
        cron: fc.constantFrom(null, '*/5 * * * *', '0 1 * * *'),
        after: Texts,
        preconditions: some(
          fc.record({ strategy: Text, kind: fc.constantFrom('idle', 'finished') }),
          e => e.strategy,
          3,
        ),
      },
      { requiredKeys: ['cron'] },
    ),
  },
  { requiredKeys: ['name', 'source', 'mapping', 'schedule'] },
)
const ValueMap = fc.record({
  on_miss: fc.constantFrom('keep', 'error'),
  default_a: Text,
  lines: some(fc.record({ a: Name, b: Text, remark: Text }, { requiredKeys: ['a', 'b'] }), each => each.a, 8),
})
const { asset: AssetField } = fc.letrec<{ asset: JsonObject }>(tie => ({
  asset: fc.record(
    {
      field: Name,
      type: fc.constantFrom('string', 'array'),
      default: Text,
      fields: fc.oneof(
        { depthSize: 'small' },
        fc.constant<JsonObject[]>([]),
        some(tie('asset'), each => String(each['field']), 3),
      ),
    },
    { requiredKeys: ['field', 'type'] },
  ),
}))
const Asset = fc.record({
  status: fc.constantFrom('draft', 'published'),
  collection: Texts,
  id: Texts,
  request: some(AssetField, each => String(each['field'])),
  nothing: Texts,
  write: fc.record({ rows: fc.nat(3), patterns: fc.record({ busy: Texts, duplicate: Texts }) }),
})
const Adapter = fc.record({
  kind: fc.constantFrom('http', 'script'),
  hosts: Texts,
  script: fc.record({ code: Text }),
  request: fc.record({ headers: some(fc.record({ name: Name, value: Text }), each => each.name, 4) }),
  errors: fc.array(fc.record({ kind: fc.constantFrom('busy', 'refused'), statuses: fc.array(fc.nat(3)) }), {
    maxLength: 3,
  }),
})

const ofKind = <T>(kind: ConfigKind, keys: readonly string[], spec: fc.Arbitrary<T>): fc.Arbitrary<SpecDocument> =>
  fc.record({ kind: fc.constant(kind), key: fc.constantFrom(...keys), spec: spec.map(each => each as Json) })

const Document: fc.Arbitrary<SpecDocument> = fc.oneof(
  { weight: 3, arbitrary: ofKind('strategy', ['P-SO', 'P-PO'], Strategy) },
  { weight: 2, arbitrary: ofKind('mapping', ['P-units', 'P-countries'], ValueMap) },
  { weight: 1, arbitrary: ofKind('api-asset', ['own:p/Orders'], Asset) },
  { weight: 1, arbitrary: ofKind('adapter', ['own:p/Signed'], Adapter) },
)
export const Package = some(Document, ({ kind, key }) => `${kind} ${key}`, 3)

const Rolls = fc.array(fc.nat(2 ** 20), { minLength: 6, maxLength: 40, size: 'max' })
const Fresh = fc.tuple(Field, Scalar, Document, Text)

/** Base, mine and theirs: each side some edits away from what was installed. */
export const Triple = fc
  .tuple(Package, fc.tuple(Rolls, Fresh), fc.tuple(Rolls, Fresh))
  .map(([base, mine, theirs]) => ({ base, mine: editPackage(base, ...mine), theirs: editPackage(base, ...theirs) }))

type FreshParts = readonly [field: JsonObject, scalar: Json, document: SpecDocument, text: string]

/** As many edits as the rolls last; every edit is one that a person makes on a screen. */
function editPackage(
  base: readonly SpecDocument[],
  rolls: readonly number[],
  fresh: FreshParts,
): readonly SpecDocument[] {
  const [, , document] = fresh
  let documents: readonly SpecDocument[] = structuredClone(base)
  const left = [...rolls]
  while (left.length > 0) {
    const roll = left.shift() ?? 0
    if (roll % 23 === 0) documents = documents.slice(1)
    else if (roll % 23 === 1) documents = addOne(documents, document)
    else {
      const at = documents.length === 0 ? 0 : roll % documents.length
      documents = documents.map((each, index) =>
        index === at ? { ...each, spec: editValue(each.spec, left, fresh) } : each,
      )
    }
  }
  return documents
}

const addOne = (documents: readonly SpecDocument[], document: SpecDocument): readonly SpecDocument[] =>
  documents.some(each => each.kind === document.kind && each.key === document.key)
    ? documents
    : [...documents, document]

const NAMING = ['target', 'field', 'name', 'a', 'strategy']

function editValue(value: Json, left: number[], fresh: FreshParts): Json {
  const roll = left.shift() ?? 0
  if (Array.isArray(value)) return editList(value as readonly Json[], roll, left, fresh)
  if (typeof value === 'object' && value !== null) return editObject(value as JsonObject, roll, left, fresh)
  return fresh[1]
}

function editObject(value: JsonObject, roll: number, left: number[], fresh: FreshParts): Json {
  const entries = Object.entries(value)
  const [name] = entries[roll % Math.max(1, entries.length)] ?? []
  if (name === undefined || NAMING.includes(name)) return value
  if (roll % 11 === 0 && name !== 'kind') return Object.fromEntries(entries.filter(([each]) => each !== name))
  if (roll % 13 === 0) return Object.fromEntries([...entries, [`more${roll % 3}`, fresh[3]]])
  if (name === 'kind' && 'template' in value) return { kind: 'constant', value: fresh[1] }
  return Object.fromEntries(entries.map(([key, each]) => [key, key === name ? editValue(each, left, fresh) : each]))
}

function editList(list: readonly Json[], roll: number, left: number[], fresh: FreshParts): Json {
  const at = roll % Math.max(1, list.length)
  if (roll % 5 === 0) return list.filter((_, index) => index !== at)
  if (roll % 5 === 1) return [...list.slice(at), ...list.slice(0, at)]
  const [element] = list
  const by = NAMING.find(each => typeof (element as JsonObject | null | undefined)?.[each] === 'string')
  if (roll % 5 === 2 && (by !== undefined || typeof element === 'string')) {
    const added: Json = by === undefined ? fresh[3] : { ...(element as JsonObject), [by]: `new${roll % 3}` }
    const isThere = list.some(each =>
      by === undefined ? each === added : (each as JsonObject)[by] === `new${roll % 3}`,
    )
    return isThere ? list : [...list.slice(0, at), added, ...list.slice(at)]
  }
  return list.map((each, index) => (index === at && typeof each === 'object' ? editValue(each, left, fresh) : each))
}
