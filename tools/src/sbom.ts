import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSbom } from './read-sbom.ts'
import { root } from './tree.ts'

/**
 * The software bill of materials of the lock file, as CycloneDX JSON: every package with its version, address, hash and
 * licence. It needs no network. `--out FILE` writes it, else it goes to the standard output; `--check` says only whether
 * it can be made.
 */
const { out, check } = parseArgs({
  options: { out: { type: 'string' }, check: { type: 'boolean', default: false } },
}).values

const made = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
if (made.status !== 0) throw new Error(`making the bill of materials: ${made.stderr || made.error}`)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const text = `${JSON.stringify(readSbom(made.stdout, version), null, 2)}\n`
if (out !== undefined) writeFileSync(resolve(process.env['INIT_CWD'] ?? '', out), text)
else if (!check) process.stdout.write(text)
