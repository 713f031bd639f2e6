import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** A list, and a grid of 100,000 rows. */
const PAGES = ['index.html', 'grid.html'] as const

/** Builds the plain antd pages as the console is built, and serves it. */
export async function servePlainPage(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-plain-'))
  await build({
    root: join(import.meta.dirname, 'plain-page'),
    configFile: false,
    logLevel: 'silent',
    build: {
      rolldownOptions: { input: PAGES.map(name => join(import.meta.dirname, 'plain-page', name)) },
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
    },
  })
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '').replace(/\?.*/, '')
    readFile(join(folder, path)).then(
      body => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
