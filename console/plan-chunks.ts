import { build, type InlineConfig, type Plugin, type PluginOption, type Rolldown } from 'vite'

/**
 * What a visit loads first: the sign-in page, then the first list behind it with what it shows beside its rows a moment
 * later. Every kilobyte there is waited for. `tools/src/route-sizes.ts` weighs the same.
 */
const SIGN_IN = ['index.html', 'src/screens/identity/user/login.tsx']
const FIRST_LIST = [
  'index.html',
  'src/app/workspace.tsx',
  'src/screens/strategy/strategy/strategy-list.tsx',
  'src/screens/strategy/strategy/list/list-extras.tsx',
  'src/screens/strategy/strategy/list/follow-left-over.tsx',
]

/**
 * The two parts that a first visit loads whole: what sign-in page and first list both need, and what the list needs
 * besides. Left to itself the bundler makes a crumb of every set of screens that shares something, and hundreds of
 * crumbs compress worse; grouping by the number of sharers instead drags into the sign-in page what it never uses.
 * Which module a page needs is known after tree shaking only, so the console is built twice, first without minifying
 * and by `loading` alone, the plugins that decide what is loaded.
 */
export function planChunks(loading: readonly PluginOption[]): Plugin {
  return {
    name: 'plan-chunks',
    apply: 'build',
    async config(config) {
      const groups = await planGroups({ ...config, plugins: [...loading] })
      return { build: { rolldownOptions: { output: { codeSplitting: { groups }, ...names } } } }
    },
  }
}

async function planGroups(config: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const output = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, cssMinify: false, manifest: false },
  })
  const chunks = (output as Rolldown.RolldownOutput).output.filter(part => part.type === 'chunk') // one input, one output
  const signIn = listModules(chunks, SIGN_IN)
  const firstList = listModules(chunks, FIRST_LIST)
  return [
    { name: 'start', test: id => signIn.has(id) && firstList.has(id) },
    { name: 'work', test: id => firstList.has(id) },
    { name: 'sign-in', test: id => signIn.has(id) },
    { name: 'parts', minShareCount: WIDELY_SHARED },
  ]
}

/**
 * Every first visit loads the names of all files that it may ever ask for: of hundreds of screens they are short. What is
 * measured by its name keeps it, and `.vite/manifest.json` knows the others.
 */
const names = {
  chunkFileNames: ({ name }: { readonly name: string }) =>
    /^(start|work|sign-in|parts)$/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js',
  assetFileNames: 'assets/[hash:7][extname]',
}

/** What this many other screens share is one chunk. */
const WIDELY_SHARED = 34

/** An entry keeps a chunk of its own, by which the manifest knows it; of the page's entry this is all there is. */
const MAIN = 'src/main.tsx'

/** Modules that are loaded with these entries, which are named by the ends of their paths. */
function listModules(chunks: readonly Rolldown.OutputChunk[], entries: readonly string[]): ReadonlySet<string> {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const modules = new Set<string>()
  const seen = new Set<Rolldown.OutputChunk>()
  const load = (chunk: Rolldown.OutputChunk): void => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const id of chunk.moduleIds) if (id !== chunk.facadeModuleId && !id.endsWith(MAIN)) modules.add(id)
    for (const name of chunk.imports) {
      const next = byFile.get(name)
      if (next) load(next)
    }
  }
  for (const entry of entries) {
    const found = chunks.find(chunk => chunk.facadeModuleId?.endsWith(entry))
    if (!found) throw new Error(`planning chunks: ${entry} is no entry of the console`)
    load(found)
  }
  return modules
}
