import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toVariable } from './generate-registry.ts'
import { writeTraditional } from './generate-traditional.ts'

const TEMPLATES = join(import.meta.dirname, '../templates')

/** Names that a folder, an import of a table or another rule of the tree has already. */
const RESERVED = new Set(
  (
    'arguments await break case catch class common conformance connector connectors const continue debugger default ' +
    'delete do else enum eval export extends false finally for function helpers if implements import in index ' +
    'instanceof interface let misc new null package pack packs private protected public registry return shared static ' +
    'super switch test testing this throw true try typeof util utils var void while with yield'
  ).split(' '),
)

/** A kind of folder that a command makes. */
export interface FolderKind {
  /** Folder of its templates; a file that begins with this word is called by the new name instead. */
  readonly kind: 'connector' | 'module' | 'screen'
  /** An example of a name. */
  readonly example: string
}

/**
 * Why it cannot be called so; null when it can.
 * @param taken those of its kind that there are
 * @param where where a twin lies
 */
export function refuseName(
  { kind, example }: FolderKind,
  name: string,
  taken: readonly string[],
  where: string,
): string | null {
  if (name === '') return `Say how the ${kind} is called: npm run new:${kind} ${example}`
  if (!/^[a-z0-9-]+$/.test(name)) return `"${name}": small letters, digits and hyphens only, such as my-shop`
  if (name.length < 2 || name.length > 40) return `"${name}" must have 2 to 40 characters`
  if (!/^[a-z]/.test(name)) return `"${name}" must begin with a letter`
  if (/--|-$/.test(name)) return `"${name}": one hyphen between two words, none at the end`
  if (RESERVED.has(name)) return `"${name}" is a reserved word; say what it is for, such as ${name}-shop`
  if (taken.includes(name)) return `There is a ${kind} ${name} already, in ${where}/${name}; choose another name`
  const twin = taken.find(other => toVariable(other) === toVariable(name))
  return twin === undefined ? null : `"${name}" reads like ${twin}, which exists already; choose another name`
}

export const listFolders = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(entry => entry.name)
    : []

/** Writes the templates of a kind into a folder, Traditional Chinese included. Answers with the paths. */
export function writeFolder(root: string, { kind }: FolderKind, folder: string, name: string): string[] {
  const from = join(TEMPLATES, kind)
  mkdirSync(join(root, folder), { recursive: true })
  const files = readdirSync(from).map(template => ({
    path: `${folder}/${template.replace(/\.template$/, '').replace(new RegExp(`^${kind}(?=[.-])`), name)}`,
    text: fill(readFileSync(join(from, template), 'utf8'), name),
  }))
  const traditional = [...writeTraditional(files).files]
    .map(([path, text]) => ({ path, text }))
    .filter(({ path }) => path.startsWith(`${folder}/`))
  for (const { path, text } of [...files, ...traditional]) writeFileSync(join(root, path), text)
  return [...files, ...traditional].map(({ path }) => path).toSorted()
}

function fill(template: string, name: string): string {
  const words = name.split('-').map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  const icon = words.length > 1 ? words.map(word => word.charAt(0)).join('') : (words[0] ?? '')
  return template
    .replaceAll('__ID__', name)
    .replaceAll('__TITLE__', words.join(' '))
    .replaceAll('__TYPE__', words.join(''))
    .replaceAll('__VARIABLE__', toVariable(name))
    .replaceAll('__ICON__', icon.slice(0, 2).toUpperCase())
}

/** Long names wrap other lines; the formatter knows which. */
export function format(root: string, folder: string): void {
  const biome = join(root, 'node_modules/.bin/biome')
  if (existsSync(biome)) spawnSync(biome, ['check', '--write', '--log-level=none', folder], { cwd: root })
}
