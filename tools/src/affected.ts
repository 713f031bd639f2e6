import { spawnSync } from 'node:child_process'

/** What a check reads: a change of anything else cannot change its answer. */
const SOURCES = /\.tsx?$|(?:^|\/)(?:package|tsconfig|knip)\.json$/
const CONCERNS: Readonly<Record<string, RegExp>> = {
  'format and lint': /\.(?:[cm]?[jt]sx?|json|css|html)$|^\.gitignore$/,
  // The console's own are compiled with the DOM, beside what they import.
  types: /^(?!console\/).*\.tsx?$|(?:^|\/)(?:package|tsconfig)\.json$|\.d\.mts$/,
  'types of the console': /^(?:console|contract)\/.*\.tsx?$|^api\/.*contract\.ts$|(?:^|\/)(?:package|tsconfig)\.json$/,
  walls: SOURCES,
  promises: SOURCES,
  'dead code': /\.[cm]?[jt]sx?$|\.json$/,
  'generated files': SOURCES,
  texts: SOURCES,
  'bill of materials': /package(?:-lock)?\.json$|sbom/,
  // A minute of building: CI does it, and `--all`.
  'size of routes': /^$/,
}

/** Whether a check may answer otherwise than before the change. What is not listed reads anything, and costs nothing. */
export const isAffected = (check: string, changed: readonly string[]): boolean =>
  !(check in CONCERNS) || changed.some(path => CONCERNS[check]!.test(path) || path.startsWith('tools/src/')) // the checks themselves

/** Paths that differ from what all have, committed or not; null where there is nothing to compare with. */
export function listChanged(root: string): readonly string[] | null {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  const base = git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main')
  if (base === null) return null
  const changed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  const paths = changed.flatMap(text => (text ? text.split('\n') : []))
  return paths.length === 0 ? null : paths
}
