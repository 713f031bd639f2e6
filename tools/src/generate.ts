// `npm run generate`: writes every generated source anew; with `--check` nothing is written, and what is stale is named.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './tree.ts'

/** In this order: the Traditional Chinese is made of the others, too. */
const tools = ['registry', 'contracts', 'menu', 'traditional']

for (const tool of tools) {
  const args = [join(import.meta.dirname, `generate-${tool}.ts`), ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
