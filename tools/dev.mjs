// `npm run dev`: the product for who works on it. The server starts anew and the console is exchanged in the page when a
// source changes. Arguments go to the product: `npm run dev -- --demo`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, root } from './prepare.mjs'

ensureInstalled()
const env = { NODE_COMPILE_CACHE: join(root, '.cache/compile'), ...environment() }
const programs = [
  ['--watch', '--watch-preserve-output', 'main/src/main.ts', ...process.argv.slice(2)],
  // Vite hands /api on to the server; see console/vite.config.ts.
  ['node_modules/vite/bin/vite.js', 'console'],
]
const node = join(root, 'node_modules/.bin/node')
const children = programs.map(args => spawn(node, args, { cwd: root, stdio: 'inherit', env }))
const stop = signal => {
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
for (const child of children)
  child.on('exit', code => {
    // One without the other is of no use.
    process.exitCode ||= code ?? 1
    stop('SIGTERM')
  })
console.log('Console: the address that Vite prints; the server restarts by itself.')
