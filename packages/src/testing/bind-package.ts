import type { PackageParameter, SolutionPackage } from '@sluice/contract'
import { parseAllDocuments, stringify } from 'yaml'

interface BoundFile {
  readonly path: string
  readonly text: string
}

const SLOT = /^slot:([a-z][a-z0-9_]*)$/
const PARAM = /\$\{param:([^}]*)\}/g
const WHOLE = /^\$\{param:([^}]*)\}$/

/** Names of the parameters that a text asks for. */
export const listParams = (text: string): string[] => [...text.matchAll(PARAM)].map(match => match[1] ?? '')

/**
 * The objects of a package as files of a tenant: slots are connectors, parameters have their values. For tests: what
 * installs packages puts a prefix in front of every key as well. @throws Error for a slot or parameter that is not there
 */
export function bindPackage(
  { manifest, files }: SolutionPackage,
  connectors: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>> = {},
): BoundFile[] {
  const values = new Map(
    manifest.parameters.map(each => [each.name, readValue(each, params[each.name] ?? each.default)] as const),
  )
  const find = (name: string): Value => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`binding ${manifest.name}: ${name} is no parameter`)
    return value
  }
  const bind = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bind)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, bind(each)]))
    if (typeof value !== 'string') return value
    const slot = SLOT.exec(value)?.[1]
    if (slot !== undefined) return connectors[slot] ?? fail(`binding ${manifest.name}: nothing is connected to ${slot}`)
    const whole = WHOLE.exec(value)?.[1]
    return whole === undefined ? value.replace(PARAM, (_, name: string) => String(find(name))) : find(whole)
  }
  return files
    .filter(({ path }) => path.startsWith('objects/'))
    .map(({ path, text }) => ({
      path: path.slice('objects/'.length),
      text: parseAllDocuments(text, { schema: 'core' })
        .map(document => stringify(bind(document.toJS()), { schema: 'core' }))
        .join('---\n'),
    }))
}

type Value = string | number | boolean

/** Numbers that a double would change stay texts. */
function readValue({ type }: PackageParameter, text = ''): Value {
  if (type === 'boolean') return text === 'true'
  return (type === 'integer' || type === 'decimal') && String(Number(text)) === text ? Number(text) : text
}

function fail(message: string): never {
  throw new Error(message)
}
