import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './walls.ts'

export const root = join(import.meta.dirname, '../..')

/** Paths that git tracks or would track, as they are in the working tree. */
export function listTree(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  })
  return output.split('\n').filter(path => path !== '' && existsSync(join(root, path)))
}

export const readTree = (path: string): string => readFileSync(join(root, path), 'utf8')

/** TypeScript sources of the rooms. */
export const readSources = (): SourceFile[] =>
  listTree()
    .filter(path => /\.tsx?$/.test(path))
    .map(path => ({ path, text: readTree(path) }))

/** `@sluice/room` and `@sluice/room/sub` → file, from every package.json's exports; one `*` stands for one or more folders. */
export function readDoors(files: readonly SourceFile[]): Map<string, string> {
  const doors = new Map<string, string>()
  for (const path of listTree().filter(path => /^[^/]+\/package\.json$/.test(path))) {
    const room = path.split('/')[0]!
    const manifest = JSON.parse(readTree(path)) as { name: string; exports?: Record<string, string> }
    for (const [key, target] of Object.entries(manifest.exports ?? {})) {
      const pattern = new RegExp(`^${room}/${target.replace('./', '').replaceAll('.', '\\.').replace('*', '(.+)')}$`)
      for (const file of files) {
        const match = pattern.exec(file.path)
        if (match) doors.set(`${manifest.name}${key.slice(1).replace('*', match[1] ?? '')}`, file.path)
      }
    }
  }
  return doors
}

/** Writes generated texts by path; called with `--check` it writes nothing and ends with 1 where one is stale. */
export function keepGenerated(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    if (existsSync(join(root, path)) && readTree(path) === text) continue
    if (!process.argv.includes('--check')) writeFileSync(join(root, path), text)
    else {
      console.error(`${path} is stale: npm run generate`)
      process.exitCode = 1
    }
  }
}
