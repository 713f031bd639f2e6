import { existsSync, readFileSync, statSync } from 'node:fs'
import { Failure, MAX_PACKAGE_BYTES } from '@sluice/contract'
import { readPackage } from '@sluice/packages'

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
