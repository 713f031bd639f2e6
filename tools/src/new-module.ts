import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { areas } from '../../contract/src/areas.ts'
import { type FolderKind, format, listFolders, refuseName, writeFolder } from './new-folder.ts'

/** Where modules of the API and screens of the console lie. */
const kinds = {
  module: { example: 'connect/my-shop', folder: 'api/src/modules' },
  screen: { example: 'connect/my-shop', folder: 'console/src/screens' },
} as const

type Kind = keyof typeof kinds

/** Why there can be no such module or screen; null when there can. `taken`: the folders of all areas. */
export function refusePlace(kind: Kind, place: string, taken: readonly string[]): string | null {
  const { example, folder } = kinds[kind]
  const [area = '', name, ...more] = place.split('/')
  const known: readonly string[] = areas
  if (name === undefined || more.length > 0)
    return `Say in which area the ${kind} lies and how it is called: npm run new:${kind} ${example}`
  if (!known.includes(area)) return `"${area}" is no area of the product; these are: ${areas.join(', ')}`
  const folderKind: FolderKind = { kind, example }
  return refuseName(folderKind, name, taken, folder)
}

/**
 * Writes the folder of a new module or screen, small and working. Answers with its files.
 * @throws Error saying what is wrong with the place
 */
export function createPart(root: string, kind: Kind, place: string): string[] {
  const { example, folder } = kinds[kind]
  const taken = areas.flatMap(area => listFolders(join(root, folder, area)))
  const refused = refusePlace(kind, place, taken)
  if (refused !== null) throw new Error(refused)
  return writeFolder(root, { kind, example }, `${folder}/${place}`, place.split('/')[1] ?? '')
}

/** `new-module.ts module connect/my-shop` */
function main(): void {
  const root = join(import.meta.dirname, '../..')
  const kind = process.argv[2] === 'screen' ? 'screen' : 'module'
  const place = (process.argv[3] ?? '').trim()
  try {
    const files = createPart(root, kind, place)
    format(root, `${kinds[kind].folder}/${place}`)
    spawnSync(process.execPath, [join(root, 'tools/src/generate.ts')], { cwd: root, stdio: 'inherit' })
    console.log(
      `${files.join('\n')}\n\nThe tables that are made of the folders are written anew; later: npm run generate`,
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

if (import.meta.main) main()
