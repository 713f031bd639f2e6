import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from './product.ts'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The command line as a script calls it: no terminal, a language, a token. */
export function runCli(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const child = spawn(process.execPath, [join(projectRoot, 'main/src/main.ts'), ...args], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      LANG: 'en_US.UTF-8',
      NODE_COMPILE_CACHE: join(projectRoot, '.cache/compile'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  return new Promise(resolve => child.once('close', code => resolve({ code, out, err })))
}
