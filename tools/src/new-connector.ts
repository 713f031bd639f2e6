import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateRegistry, toVariable } from './generate-registry.ts'
import { writeTraditional } from './generate-traditional.ts'

const TEMPLATES = join(import.meta.dirname, '../templates/connector')
const FOLDER = 'connectors/src'

/** Names that a folder, an import of the registry or another rule of the tree has already. */
const RESERVED = new Set(
  (
    'arguments await break case catch class common conformance connector connectors const continue debugger default ' +
    'delete do else enum eval export extends false finally for function helpers if implements import in index ' +
    'instanceof interface let misc new null package pack packs private protected public registry return shared static ' +
    'super switch test testing this throw true try typeof util utils var void while with yield'
  ).split(' '),
)

/** Why a connector cannot be called so; null when it can. `taken`: the connectors there are. */
export function refuseName(name: string, taken: readonly string[]): string | null {
  if (name === '') return 'Say how the connector is called: npm run new:connector my-shop'
  if (!/^[a-z0-9-]+$/.test(name)) return `"${name}": small letters, digits and hyphens only, such as my-shop`
  if (name.length < 2 || name.length > 40) return `"${name}" must have 2 to 40 characters`
  if (!/^[a-z]/.test(name)) return `"${name}" must begin with a letter`
  if (/--|-$/.test(name)) return `"${name}": one hyphen between two words, none at the end`
  if (RESERVED.has(name)) return `"${name}" is a reserved word; say whose system it is, such as ${name}-shop`
  if (taken.includes(name)) return `There is a connector ${name} already, in ${FOLDER}/${name}; choose another name`
  const twin = taken.find(other => toVariable(other) === toVariable(name))
  return twin === undefined ? null : `"${name}" reads like ${twin}, which exists already; choose another name`
}

/**
 * Writes the folder of a new connector, small and working, and registers it. Answers with its files.
 * @throws Error saying what is wrong with the name
 */
export function createConnector(root: string, name: string): string[] {
  const refused = refuseName(name, listFolders(root))
  if (refused !== null) throw new Error(refused)
  const folder = `${FOLDER}/${name}`
  mkdirSync(join(root, folder), { recursive: true })
  const files = readdirSync(TEMPLATES).map(template => ({
    path: `${folder}/${template.replace(/\.template$/, '').replace(/^connector(?=\.test)/, name)}`,
    text: fill(readFileSync(join(TEMPLATES, template), 'utf8'), name),
  }))
  const traditional = [...writeTraditional(files).files].map(([path, text]) => ({ path, text }))
  for (const { path, text } of [...files, ...traditional]) writeFileSync(join(root, path), text)
  generateRegistry(root, false)
  return [...files, ...traditional].map(({ path }) => path).toSorted()
}

const listFolders = (root: string): string[] =>
  readdirSync(join(root, FOLDER), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)

function fill(template: string, name: string): string {
  const words = name.split('-').map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  const icon = words.length > 1 ? words.map(word => word.charAt(0)).join('') : (words[0] ?? '')
  return template
    .replaceAll('__ID__', name)
    .replaceAll('__TITLE__', words.join(' '))
    .replaceAll('__VARIABLE__', toVariable(name))
    .replaceAll('__ICON__', icon.slice(0, 2).toUpperCase())
}

/** Long names wrap other lines; the formatter knows which. */
function format(root: string, folder: string): void {
  const biome = join(root, 'node_modules/.bin/biome')
  if (existsSync(biome)) spawnSync(biome, ['check', '--write', '--log-level=none', folder], { cwd: root })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '../..')
  const name = (process.argv[2] ?? '').trim()
  try {
    const files = createConnector(root, name)
    format(root, `${FOLDER}/${name}`)
    console.log(`${files.join('\n')}\nregistered in ${FOLDER}/registry.ts\n`)
    console.log(`It works against the stand-in in testing.ts: npm test -- ${FOLDER}/${name}/`)
    console.log('Now change it into yours; docs/first-connector.md walks through it.')
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
