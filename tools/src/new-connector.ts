import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateRegistry } from './generate-registry.ts'
import { type FolderKind, format, listFolders, refuseName, writeFolder } from './new-folder.ts'

const FOLDER = 'connectors/src'
export const connectorKind: FolderKind = { kind: 'connector', example: 'my-shop' }

/**
 * Writes the folder of a new connector, small and working, and registers it. Answers with its files.
 * @throws Error saying what is wrong with the name
 */
export function createConnector(root: string, name: string): string[] {
  const refused = refuseName(connectorKind, name, listFolders(join(root, FOLDER)), FOLDER)
  if (refused !== null) throw new Error(refused)
  const files = writeFolder(root, connectorKind, `${FOLDER}/${name}`, name)
  generateRegistry(root, false)
  return files
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
