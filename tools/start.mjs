// `npm start`: install, build, run. Arguments go to the product: `npm start -- --demo`.
import { join } from 'node:path'
import { ensureBuilt, ensureCompiled, ensureInstalled, root, runForever } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
// Each gives way to what the operator sets.
const env = {
  // Half of a start's CPU is compiling the sources.
  NODE_COMPILE_CACHE: join(root, '.cache/compile'),
  // What is freed goes back to the system: a fixed threshold instead of one that grows with the largest buffer.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // A young generation of 8 MB costs no speed (measured). Below an old one of 2 GB, V8 lets garbage grow by half of what
  // lives instead of to four times of it.
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1024',
}
ensureCompiled(env)
runForever(['main/src/main.ts', ...process.argv.slice(2)], env)
