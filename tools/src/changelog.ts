// `npm run changelog -- SINCE`: what changed since a tag or commit, by room, from the subjects of the commits. Without SINCE: since the last tag.
import { spawnSync } from 'node:child_process'
import { root } from './tree.ts'

/** As Markdown; `subjects` newest first: `room, room: what changed; room: what else`. One without a room stands under `other`. */
export function writeChangelog(subjects: readonly string[]): string {
  const byRoom = new Map<string, string[]>()
  for (const { room, what } of subjects.flatMap(readSubject)) byRoom.set(room, [...(byRoom.get(room) ?? []), what])
  return [...byRoom]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([room, changes]) => `## ${room}\n\n${changes.map(change => `- ${change}\n`).join('')}`)
    .join('\n')
}

function readSubject(subject: string): { readonly room: string; readonly what: string }[] {
  // A semicolon parts two changes only where the second names its room.
  return subject.split(/; (?=[\w, -]+: )/).flatMap(part => {
    const [, rooms, what] = /^([\w, -]+): (.+)$/.exec(part) ?? [null, 'other', part]
    return rooms!.split(', ').map(room => ({ room, what: what! }))
  })
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) throw new Error(stderr.trim())
  return stdout.trim()
}

if (import.meta.main) {
  const since = process.argv[2] ?? git('tag', '--merged', 'HEAD', '--sort=-creatordate').split('\n')[0]
  const log = git('log', '--no-merges', '--format=%s', ...(since ? [`${since}..HEAD`] : []))
  process.stdout.write(writeChangelog(log === '' ? [] : log.split('\n')))
}
