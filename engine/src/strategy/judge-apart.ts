import { allFields, type CheckLine, type Mapping, type MappingField, type Resource } from '@sluice/contract'
import { type BoundMapping, computingBound } from '../map/index.ts'
import { runApart } from '../thread/run-apart.ts'
import { checkMappingOf, type SiftedMapping, type SummedUp, siftMappingOf, sumUpMapping } from './judge-mapping.ts'

/** Whose mapping it is, and what it goes between. */
interface Judged {
  readonly tenantId: string
  readonly mapping: Mapping
  readonly source: Resource | null
  readonly target: Resource | null
}

/** What of a mapping can run, why the rest cannot, and which of the source's fields go nowhere. */
export async function siftApart(
  tenantId: string,
  bound: BoundMapping,
  sourceFields: readonly string[] = [],
): Promise<SiftedMapping> {
  if (weigh(bound, sourceFields.length) <= LIGHT) return siftMappingOf(bound, sourceFields)
  const { maps, ...rest } = bound
  // Whether a map is there decides; its lines may be a hundred thousand.
  const named = maps === undefined ? rest : { ...rest, maps: maps.map(map => ({ ...map, lines: [] })) }
  const sifted = await run<SiftedMapping>(tenantId, 'siftWithBound', [computingBound(), named, sourceFields])
  return maps === undefined ? sifted : { ...sifted, mapping: { ...sifted.mapping, maps } }
}

/** What the check-list says about a mapping. */
export async function checkMappingApart({ tenantId, mapping, source, target }: Judged): Promise<CheckLine[]> {
  if (weigh(mapping, source?.fields.length ?? 0) <= LIGHT) return checkMappingOf(mapping, source, target)
  return run(tenantId, 'checkWithBound', [computingBound(), mapping, source, target])
}

/** What goes nowhere, and what becomes of each value on its way. The mapping is one that compiles. */
export async function sumUpApart({ tenantId, mapping, source, target }: Judged): Promise<SummedUp> {
  if (weigh(mapping, source?.fields.length ?? 0) <= LIGHT) return sumUpMapping(mapping, source, target)
  return run(tenantId, 'sumUpMapping', [mapping, source, target])
}

/** A small mapping, which is judged with every key, is judged where it is: a thread takes half a second to begin. */
const LIGHT = 20_000

const run = <Result>(tenantId: string, name: string, given: readonly unknown[]): Promise<Result> =>
  runApart({ module: new URL('./judge-mapping.ts', import.meta.url), name, given, tenantId, field: 'mapping' })

/** About how many µs it takes: by characters, by fields and the derived fields each may name, by names that are looked for. */
function weigh(mapping: Mapping, sources: number): number {
  const { chars, fields } = measure(allFields(mapping))
  return chars + (fields * (1 + (mapping.derived?.length ?? 0))) / 2 + (sources * chars) / 500
}

const measure = (fields: readonly MappingField[]): { chars: number; fields: number } =>
  fields.reduce(
    (sum, { value }) => {
      const inner = value.kind === 'lines' || value.kind === 'object' ? measure(value.fields) : { chars: 0, fields: 0 }
      const own = value.kind === 'template' ? value.template : value.kind === 'expression' ? value.expression : ''
      return { chars: sum.chars + own.length + inner.chars, fields: sum.fields + 1 + inner.fields }
    },
    { chars: 0, fields: 0 },
  )
