import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { Failure, MAX_PACKAGE_BYTES, SolutionPackage } from '@sluice/contract'
import { readPackage } from '@sluice/packages'
import { stringify } from 'yaml'

/** A package from its folder, or from its file; what is wrong with a file is for the server to say. @throws Failure */
export function readText(path: string): string {
  if (!existsSync(path))
    throw new Failure({ code: 'package.missing', message: `${path} does not exist.`, field: 'PATH' })
  const found = statSync(path)
  if (found.isDirectory()) return `${JSON.stringify(readPackage(path), null, 1)}\n`
  if (found.size > MAX_PACKAGE_BYTES)
    throw new Failure({
      code: 'package.large',
      message: `${path} has more than ${MAX_PACKAGE_BYTES} bytes.`,
      field: 'PATH',
    })
  return readFileSync(path, 'utf8')
}

/** A file as a folder of texts, for a repository. Answers with what was written. @throws Failure where the folder is not empty */
export async function unpack(text: string, folder: string): Promise<string[]> {
  const { manifest, files, pictures } = SolutionPackage.parse(JSON.parse(text))
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).some(name => !name.startsWith('.')))
    throw new Failure({ code: 'package.folder', message: `${folder} is not empty.`, field: '--out' })
  const all: (readonly [path: string, bytes: string | Buffer])[] = [
    ['package.yaml', stringify(manifest, { lineWidth: 0 })],
    ...files.map(each => [each.path, each.text] as const),
    ...pictures.map(each => [each.path, Buffer.from(each.base64, 'base64')] as const),
  ]
  for (const [path, bytes] of all) await writeInside(folder, path, bytes)
  return all.map(([path]) => path)
}

/** Nothing of a package is written beside its folder. */
async function writeInside(folder: string, path: string, bytes: string | Buffer): Promise<void> {
  const place = resolve(folder, path)
  const way = relative(folder, place)
  if (way.startsWith('..') || way.split(sep).includes('..') || way === '')
    throw new Failure({ code: 'package.path', message: `${path} leads out of the folder.`, field: 'PATH' })
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, bytes, { flag: 'wx' })
}
