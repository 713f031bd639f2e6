import type { PackageCommand } from './run-package.ts'

/** Options of `sluice package …`, as `parseArgs` takes them. */
export const packageOptions = {
  out: { type: 'string' },
  prefix: { type: 'string', default: '' },
  group: { type: 'string', default: '' },
  connector: { type: 'string', multiple: true, default: [] as string[] },
  param: { type: 'string', multiple: true, default: [] as string[] },
} as const

interface PackageValues {
  readonly out?: string | undefined
  readonly url?: string | undefined
  readonly json: boolean
  readonly prefix: string
  readonly group: string
  readonly connector: readonly string[]
  readonly param: readonly string[]
}

type Read =
  | { readonly kind: 'package'; readonly command: PackageCommand }
  | { readonly kind: 'wrong'; readonly message: string }

/** How many paths each takes. */
const acts: Readonly<Record<PackageCommand['act'], number>> = {
  build: 1,
  unpack: 1,
  check: 1,
  test: 1,
  diff: 2,
  publish: 1,
  install: 1,
}

/** `package check ./orders`: what stands behind `package`. */
export function readPackageCommand([word = '', ...paths]: readonly string[], values: PackageValues): Read {
  if (!Object.hasOwn(acts, word)) return wrong(`sluice package takes one of: ${Object.keys(acts).join(', ')}`)
  const act = word as PackageCommand['act'] // one of the table
  if (paths.length !== acts[act])
    return wrong(`sluice package ${act} takes ${acts[act]} path${acts[act] > 1 ? 's' : ''}`)
  if (act === 'unpack' && values.out === undefined) return wrong('--out is needed: the folder to write')
  const connectors = readPairs(values.connector)
  if (connectors === null) return wrong('--connector must be like shop=NAME')
  const params = readPairs(values.param)
  if (params === null) return wrong('--param must be like warehouse=VALUE')
  const { out = null, url = null, json, prefix, group } = values
  return { kind: 'package', command: { act, paths, out, url, json, prefix, group, connectors, params } }
}

const wrong = (message: string): Read => ({ kind: 'wrong', message })

/** `name=value`: the value may hold more of them. */
function readPairs(texts: readonly string[]): Record<string, string> | null {
  const pairs = texts.map(text => /^([a-z][a-z0-9_]{0,39})=(.*)$/s.exec(text))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map(pair => [pair?.[1] ?? '', pair?.[2] ?? '']))
}
