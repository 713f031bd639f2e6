import type { SolutionPackage } from '@sluice/contract'
import type { Reader } from '../../../http/read-content.ts'
import { refuse } from '../../../http/refuse.ts'
import { mapTexts, type PackageObject, readObjects, writeObjects } from '../../../packaging/index.ts'

/** A text of an object that whoever installs may want otherwise. */
export interface PackageConstant {
  readonly path: string
  /** `spec.mapping.fields.3.value.value` */
  readonly field: string
  readonly value: string
  readonly place: string
}

/** Fields whose texts are constants of business: what names an object, or is code, is none. */
const WORTH =
  /\.(value\.value|fallback|default|default_a|default_b|filter\.\d+\.\d+\.value)$|^spec\.apis\.\d+\.row_filter\.\d+\.values\.\d+$|^spec\.(source|target)\.options\.[a-zA-Z_]+$|^spec\.schedule\.cron$/

export async function listConstants(document: SolutionPackage, reader: Reader): Promise<PackageConstant[]> {
  const objects = await readObjects(document, () => undefined, reader)
  return objects.flatMap(({ file, spec }) => {
    const found: PackageConstant[] = []
    mapTexts(spec, (value, field) => {
      if (WORTH.test(field) && value !== '' && !value.includes('${param:'))
        found.push({
          path: `objects/${file.replace(/^objects\//, '')}`,
          field,
          value: value.slice(0, 200),
          place: sayPlace(spec, field),
        })
      return value
    })
    return found
  })
}

/** Of a mapping the target's field; else the field itself. */
function sayPlace(spec: PackageObject['spec'], field: string): string {
  const steps = field.split('.').slice(1)
  let value: unknown = spec
  let target = ''
  for (const step of steps) {
    value = (value as Record<string, unknown> | undefined)?.[step]
    const named = (value as { readonly target?: unknown } | null | undefined)?.target
    if (typeof named === 'string') target = target === '' ? named : `${target}.${named}`
  }
  return target === '' ? field.replace(/^spec\./, '') : target
}

interface Lift {
  readonly path: string
  readonly field: string
  readonly name: string
  readonly title: string
}

/** The constant becomes the parameter's default. @throws Failure `invalid.packageField` */
export async function liftConstant(
  document: SolutionPackage,
  { path, field, name, title }: Lift,
  reader: Reader,
): Promise<SolutionPackage> {
  const objects = await readObjects(document, () => undefined, reader)
  let lifted: string | undefined
  const next = objects.map(object => {
    if (object.file !== path) return object
    const spec = mapTexts(object.spec, (value, at) => {
      if (at !== field || !WORTH.test(at)) return value
      lifted = value
      return `\${param:${name}}`
    })
    return { ...object, spec: spec as PackageObject['spec'] } // an object stays one
  })
  if (lifted === undefined) throw refuse('invalid.packageField', { field: 'field', value: field })
  const { manifest } = document
  const known = manifest.parameters.some(each => each.name === name)
  const parameter = { name, title, type: 'text' as const, choices: [], required: true, default: lifted }
  return {
    ...document,
    manifest: known ? manifest : { ...manifest, parameters: [...manifest.parameters, parameter] },
    files: [...writeObjects(next), ...document.files.filter(each => each.path.startsWith('docs/'))],
  }
}
