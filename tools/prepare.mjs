// Set-up shared by the start and test commands. Plain JavaScript: it runs on the machine's own Node (20.19 or later),
// before the pinned Node of the project is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules/.bin')
const stamp = join(root, 'node_modules/.installed')

/** Runs a command with the pinned tools first in PATH; ends this process with its code when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options })
  if (result.error) throw result.error
  if (result.status !== 0 && !options.allowFailure) process.exit(result.status ?? 1)
  return result.status ?? 1
}

export const environment = () => ({ ...process.env, PATH: `${bin}:${process.env.PATH}` })

/** Installs the locked dependencies unless exactly these are installed already. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(bin, 'node'))) return
  console.log('Installing dependencies …')
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

/** Builds the console unless the build is newer than everything it is made from. */
export function ensureBuilt() {
  const built = join(root, 'console/dist/index.html')
  const sources = [
    'console/src',
    'console/index.html',
    'console/vite.config.ts',
    'console/plan-chunks.ts',
    'console/slim-antd.ts',
    'console/slim-icons.ts',
    'console/slim-router.ts',
    'console/compile-once.ts',
    'contract/src',
    'api/src/modules',
    'package-lock.json',
  ]
  if (existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map(source => newestMs(join(root, source)))))
    return
  console.log('Building the console …')
  run('vite', ['build', '--logLevel', 'warn', 'console'])
}

const rooms = [
  'contract',
  'connector-kit',
  'connectors',
  'bills',
  'db',
  'work',
  'matcher',
  'engine',
  'gateway',
  'api',
  'main',
]

/**
 * Compiles the sources by a process of its own unless none has changed since: one that compiles them itself keeps the
 * compiler in memory as long as it lives. `env` names the cache, and the settings under which its contents are valid.
 */
export function ensureCompiled(env) {
  const done = join(root, '.cache/compiled')
  const newest = Math.max(...rooms.map(room => newestMs(join(root, room, 'src'))), newestMs(stamp))
  if (existsSync(done) && statSync(done).mtimeMs >= newest) return
  const options = { env: { ...env, ...environment() }, stdio: 'ignore', allowFailure: true }
  // A checkout that cannot be written to has no cache, and starts all the same.
  if (run('node', ['main/src/main.ts', '--version'], options) === 0 && existsSync(dirname(done)))
    writeFileSync(done, '')
}

function newestMs(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newestMs(join(path, name))))
}

/** Starts a program of the project under the pinned Node, passes signals on, and ends as it ends. */
export function runForever(args, env = {}) {
  const child = spawn(join(bin, 'node'), args, { cwd: root, stdio: 'inherit', env: { ...env, ...environment() } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
