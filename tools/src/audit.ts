import { spawnSync } from 'node:child_process'
import { listKnownHoles } from './read-audit.ts'
import { root } from './tree.ts'

// Whether anything that the product is made of has a known hole. It asks the registry, so it is no part of the gate; a registry
// that keeps no such list, or is away, fails nothing and is said.
const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
const found = listKnownHoles(spawnSync('npm', ['audit', '--omit=dev', '--json'], options).stdout)
if (found === null) console.log('The registry told nothing of known holes; ask another one before a release.')
else if (found.length === 0) console.log('No known hole of high or critical severity.')
else {
  console.error(`Known holes:\n${found.join('\n')}`)
  process.exitCode = 1
}
