import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file that a source of the console became, `assets/xyz.js`: its name says nothing. @throws Error where it has none of its own */
export function builtFile(source: string): string {
  const manifest = join(import.meta.dirname, '../../console/dist/.vite/manifest.json')
  const entries = JSON.parse(readFileSync(manifest, 'utf8')) as Readonly<Record<string, { readonly file: string }>>
  const file = entries[`src/${source}`]?.file
  if (file === undefined) throw new Error(`looking for the file of ${source}: the built console has none`)
  return file
}
