import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileOnce } from './compile-once.ts'
import { planChunks } from './plan-chunks.ts'
import { slimAntd } from './slim-antd.ts'
import { slimIcons } from './slim-icons.ts'
import { slimRouter } from './slim-router.ts'

// biome-ignore lint/style/noProcessEnv: `npm run dev` starts the server with the same
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`

interface RouteLike {
  readonly method: string
  readonly path: string
  readonly permission: string | null
  readonly content: unknown
  readonly upload?: unknown
  readonly needsWhole?: unknown
}

const isRoute = (node: object): node is RouteLike => 'method' in node && 'path' in node && 'permission' in node

/** What the client needs to call a route; null when the value is no part of a contract (a schema, a type's twin). */
function keepRoutes(node: unknown): object | null {
  if (typeof node !== 'object' || node === null || '_zod' in node) return null
  if (isRoute(node)) {
    const { method, path, permission, content, upload, needsWhole } = node
    return {
      ...{ method, path, upload, needsWhole },
      // Whether it asks for a sign-in; what else it asks for is the server's.
      ...(permission === 'public' && { permission }),
      ...(typeof content === 'string' && { content }),
    }
  }
  const children = Object.entries(node).map(([name, child]) => [name, keepRoutes(child)])
  return children.some(([, child]) => child === null) ? null : Object.fromEntries(children)
}

/**
 * Contracts reach the browser as their route tables only: types come from the source, and the server checks every
 * value, so zod (23 kB gzip) and the schemas stay out. Importing a schema as a value fails the build.
 */
function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    enforce: 'pre',
    async load(id) {
      if (!/\/api\/src\/modules\/[^/]+\/[^/]+\/contract\.ts$/.test(id)) return null
      const exports: Record<string, unknown> = await import(id)
      return Object.entries(exports)
        .map(([name, value]) => [name, keepRoutes(value)] as const)
        .filter(([, table]) => table !== null)
        .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)}`)
        .join('\n')
    },
  }
}

/** The threads of zlib share the files. */
async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < 512) return
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** Writes .br and .gz beside every text asset, so the server compresses nothing while it answers. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      const paths = (await readdir(dir!, { recursive: true })).filter(entry => /\.(js|css|html|svg|json)$/.test(entry))
      await Promise.all(paths.map(path => compress(join(dir!, path)))) // a build into files always has a folder
    },
  }
}

// The React plugin comes first: the compiler works on the JSX it leaves in place.
const loading = [
  contractRoutes(),
  slimAntd(),
  slimIcons(),
  slimRouter(),
  react(),
  compileOnce(babel({ presets: [reactCompilerPreset()] })),
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [...loading, planChunks(loading), precompress()],
  build: {
    target: 'es2023',
    manifest: true,
    // The policy forbids data: scripts, and fonts or icons are not worth inlining.
    assetsInlineLimit: 0,
    // A style or script chunk may take long on a poor line; failures are caught as vite:preloadError.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { '/api': SERVER, '/currentUserNav': SERVER } },
})
