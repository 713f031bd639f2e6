import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, PackageManifest, SolutionPackage } from '@sluice/contract'
import { parse } from 'yaml'

/** Where the packages lie that come with the product: a folder for each. */
export const packagesDir = join(import.meta.dirname, '..')

const MANIFEST = 'package.yaml'
/** What of a folder belongs to the package; anything else in it is for people. */
const PARTS = ['objects', 'docs'] as const

/**
 * Every package that comes with the product, as whoever installs it gets it, by name. Nobody has signed them: they are
 * as much the product's own as the program that reads them. @throws Failure that names the folder
 */
export function readPackages(directory: string = packagesDir): SolutionPackage[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && existsSync(join(directory, entry.name, MANIFEST)))
    .map(entry => entry.name)
    .sort()
    .map(name => readPackage(join(directory, name)))
}

/** One folder as a document. @throws Failure that names the folder */
export function readPackage(folder: string): SolutionPackage {
  try {
    const manifest = PackageManifest.parse(parse(readFileSync(join(folder, MANIFEST), 'utf8'), { schema: 'core' }))
    return SolutionPackage.parse({ manifest, files: PARTS.flatMap(part => readTexts(folder, part)) })
  } catch (cause) {
    const message = `${folder} is no package: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new Failure({ code: 'package.unreadable', message, field: folder, cause })
  }
}

/** Paths as a package writes them, in an order that no disk decides. */
const readTexts = (folder: string, part: string): { readonly path: string; readonly text: string }[] =>
  existsSync(join(folder, part))
    ? readdirSync(join(folder, part), { withFileTypes: true, recursive: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .sort()
        .map(path => ({
          path: path.slice(folder.length + 1).replaceAll('\\', '/'),
          text: readFileSync(path, 'utf8'),
        }))
    : []
