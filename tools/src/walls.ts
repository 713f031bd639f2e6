import { posix } from 'node:path'
import { areas } from '../../contract/src/areas.ts'

/** A file of the tree: path from the root with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}
export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

/** Rooms a room may import, by package name. Everything not listed is an error. */
const roomImports: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'connector-kit': ['contract'],
  connectors: ['contract', 'connector-kit'],
  bills: ['contract', 'connector-kit'],
  db: ['contract'],
  work: ['contract', 'db'],
  matcher: [],
  engine: ['contract', 'connector-kit', 'db', 'work'],
  // What strangers' programs call. The API's modules and screens set it up through the database; of its code they know one thing:
  // how it describes an application.
  gateway: ['contract', 'db', 'engine'],
  api: ['contract', 'connector-kit', 'bills', 'db', 'work', 'matcher', 'engine', 'gateway'],
  console: ['contract', 'api'],
  main: ['contract', 'connector-kit', 'connectors', 'db', 'engine', 'gateway', 'api', 'packages', 'sandbox'],
  sandbox: [],
  packages: ['contract'],
  tools: ['contract', 'db'],
  bench: ['e2e', 'contract', 'connector-kit', 'connectors', 'db', 'engine', 'matcher', 'api', 'sandbox'],
  e2e: ['contract', 'connector-kit', 'connectors', 'bills', 'db', 'engine', 'api', 'sandbox'],
}

/** What tests may import beyond their room's own list: simulators and the rooms they drive. */
const testImports: Readonly<Record<string, readonly string[]>> = {
  connectors: ['sandbox'],
  engine: ['connectors', 'sandbox'],
  api: ['connectors', 'connector-kit', 'sandbox'],
}

/** Inner walls. `$1` in `except` is the first group of `from`. A target is a path of the tree, `npm:name` or `node:name`. */
const rules: readonly { name: string; from: RegExp; to: RegExp; except?: string }[] = [
  { name: 'contract-is-zod-only', from: /^contract\//, to: /^(npm|node):/, except: '^npm:zod$' },
  {
    name: 'no-connector-to-connector',
    from: /^connectors\/src\/([^/]+)\//,
    to: /^connectors\/src\//,
    except: '^connectors/src/$1/',
  },
  {
    name: 'steps-meet-in-stage',
    from: /^engine\/src\/(source|map|target)\//,
    to: /^engine\/src\/(source|map|target|run|index)\b/,
    except: '^engine/src/$1/',
  },
  { name: 'stage-is-the-floor', from: /^engine\/src\/stage\//, to: /^engine\/src\/(source|map|target|run|index)\b/ },
  {
    // One file starts the process that holds the workers.
    name: 'map-is-pure',
    from: /^engine\/src\/map\/(?!worker-hosts\.ts$)/,
    to: /^npm:(pg|undici|pg-boss)$|^node:(fs|net|http|https|http2|tls|dns|child_process|dgram)(\/|$)|^db\//,
  },
  // It hashes what it found; that is neither reading nor writing.
  { name: 'matcher-does-no-io', from: /^matcher\//, to: /^(npm|node):/, except: '^node:crypto$' },
  {
    name: 'api-contract-is-browser-safe',
    // A long one is cut: `shape-contract.ts` beside `contract.ts`.
    from: /^api\/src\/modules\/[^/]+\/[^/]+\/(?:[a-z]+-)?contract\.ts$/,
    to: /./,
    except: '^contract/|^npm:zod$|^api/src/modules/[^/]+/[^/]+/(?:[a-z]+-)?contract\\.ts$',
  },
  {
    name: 'module-door-is-index',
    from: /^api\/src\/modules\/([^/]+\/[^/]+)\//,
    to: /^api\/src\/modules\//,
    except: '^api/src/modules/($1/|[^/]+/[^/]+/(index|contract)\\.ts$)',
  },
  {
    // Connectors are reached through the engine; where the product itself is the target, it takes what connectors are given.
    name: 'connectors-are-reached-through-engine',
    from: /^api\/src\/(?!modules\/reconcile\/[a-z-]+\/push\/)/,
    to: /^connector-kit\//,
  },
  { name: 'http-knows-no-module', from: /^api\/src\/http\//, to: /^api\/src\/modules\// },
  {
    name: 'console-sees-only-contracts',
    from: /^console\//,
    to: /^api\//,
    except: '^api/src/modules/[^/]+/[^/]+/contract\\.ts$',
  },
  {
    name: 'screen-door-is-pages-or-public',
    from: /^console\/src\/screens\/([^/]+\/[^/]+)\//,
    to: /^console\/src\/screens\//,
    except: '^console/src/screens/($1/|[^/]+/[^/]+/(pages\\.tsx?|public\\.tsx?)$)',
  },
  { name: 'screens-know-neither-app-nor-shell', from: /^console\/src\/screens\//, to: /^console\/src\/(app|shell)\// },
  { name: 'shell-knows-neither-app-nor-screens', from: /^console\/src\/shell\//, to: /^console\/src\/(app|screens)\// },
  { name: 'app-names-no-screen', from: /^console\/src\/app\//, to: /^console\/src\/screens\// },
  { name: 'console-flows-down', from: /^console\/src\/ui\//, to: /^console\/src\/(app|shell|screens|parts)\// },
  { name: 'console-flows-down', from: /^console\/src\/parts\//, to: /^console\/src\/(app|shell|screens)\// },
  { name: 'console-flows-down', from: /^console\/src\/lib\//, to: /^console\/src\/(app|shell|screens|parts|ui)\// },
  { name: 'ui-does-not-fetch', from: /^console\/src\/ui\//, to: /^console\/src\/lib\/(api|live|query)\.tsx?$|^api\// },
  { name: 'nobody-imports-main', from: /^(?!main\/)/, to: /^main\// },
]

const order: readonly string[] = areas

// A page's address, its title and how it is loaded: what links to it needs no more.
const isContents = (path: string): boolean => /^console\/src\/screens\/.*\/pages\.tsx?$/.test(path)

/** The place of a module's or screen's area in the list; -1: its folder is none of them, null: the file belongs to no area. */
function placeOf(path: string): number | null {
  const name = /^(?:api\/src\/modules|console\/src\/screens)\/([^/]+)\//.exec(path)?.[1]
  return name === undefined ? null : order.indexOf(name)
}

const NOT_FOR_TESTS: ReadonlySet<string> = new Set([
  'contract-is-zod-only',
  'map-is-pure',
  'matcher-does-no-io',
  'connectors-are-reached-through-engine',
])
const junkDrawer = /(^|\/)(utils?|helpers?|common|shared|misc)(\/|\.[cm]?tsx?$)/
const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing(\/|\.ts$)|^e2e\/|^bench\//.test(path)

/** Every import that crosses a wall. `doors` maps a package name (with its subpath) to the file behind it. */
export function findViolations(files: readonly SourceFile[], doors: ReadonlyMap<string, string>): Violation[] {
  const paths = new Set(files.map(file => file.path))
  const graph = new Map<string, string[]>()
  const violations: Violation[] = []
  for (const file of files) {
    if (junkDrawer.test(file.path)) violations.push({ rule: 'no-junk-drawer', from: file.path, to: file.path })
    const imports = listImports(file.text)
    const targets = imports.map(({ specifier }) => resolveImport(file.path, specifier, doors))
    // What is loaded on demand closes no circle: a table of contents names its screens, and they link through it.
    graph.set(
      file.path,
      targets.filter((target, at) => paths.has(target) && !imports[at]!.isLazy), // targets has one per import
    )
    for (const target of targets) violations.push(...judge(file.path, target, paths))
  }
  return [...violations, ...findCycles(graph)]
}

/** Static, re-exporting, dynamic and type-only imports. The formatter keeps the forms regular enough for this. */
export function listImports(text: string): { readonly specifier: string; readonly isLazy: boolean }[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
  const pattern =
    /(?:^|\n|;)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n|;)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return [...code.matchAll(pattern)].map(match => ({
    specifier: match[1] ?? match[2] ?? match[3] ?? '',
    isLazy: match[3] !== undefined,
  }))
}

function resolveImport(from: string, specifier: string, doors: ReadonlyMap<string, string>): string {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')))
  if (specifier.startsWith('node:')) return specifier
  if (specifier.startsWith('@sluice/')) return doors.get(specifier) ?? `unresolved:${specifier}`
  if (specifier.startsWith('virtual:')) return specifier
  return `npm:${specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0]}`
}

function judge(from: string, to: string, paths: ReadonlySet<string>): Violation[] {
  const found: Violation[] = []
  const add = (rule: string) => found.push({ rule, from, to })
  const [fromRoom = '', toRoom = ''] = [from.split('/')[0], to.split('/')[0]]
  if (to.startsWith('unresolved:') || (/^\.\.\//.test(to) && !paths.has(to))) add('no-unresolvable')
  if (toRoom !== fromRoom && toRoom in roomImports) {
    const allowed = [...(roomImports[fromRoom] ?? []), ...(isTest(from) ? (testImports[fromRoom] ?? []) : [])]
    if (!allowed.includes(toRoom)) add(`${fromRoom}-may-not-import-${toRoom}`)
  }
  for (const rule of rules) {
    const match = rule.from.exec(from)
    if (!match || !rule.to.test(to)) continue
    // A test may read fixtures and start processes and connectors where the code itself may not.
    if (isTest(from) && NOT_FOR_TESTS.has(rule.name)) continue
    const except = rule.except?.replace('$1', match[1] ?? '')
    if (except === undefined || !new RegExp(except).test(to)) add(rule.name)
  }
  const [fromArea, toArea] = [placeOf(from), placeOf(to)]
  if (fromArea === -1) add('area-has-a-name')
  if (fromArea !== null && toArea !== null && toArea > fromArea && toRoom === fromRoom && !isContents(to))
    add('areas-flow-down')
  return found
}

/** Strongly connected groups of more than one file (Tarjan), each reported once. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): Violation[] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: Violation[] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!) // set on the line above
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!)) // both visited
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) cycles.push({ rule: 'no-cycles', from: group[0]!, to: group.slice(1).join(', ') }) // length > 1
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return cycles
}
