import type { SolutionPackage } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { compareVersions, readKept } from '../../../packaging/index.ts'
import { type Candidate, describeDelivered } from './delivered.ts'
import { findRelease, findUpload, listOffered } from './store.ts'

/** A package at hand, whichever way it came. */
export interface FoundPackage {
  readonly candidate: Candidate
  readonly document: SolutionPackage
}

/** @throws Failure `notFound.release` */
export async function locatePackage(tx: Tx, delivered: readonly SolutionPackage[], ref: string): Promise<FoundPackage> {
  const [way, name = ''] = ref.split(':')
  const document = delivered.find(each => each.manifest.name === name)
  if (way === 'delivered' && document) return { document, candidate: describeDelivered(document) }
  const row =
    way === 'release' ? await findRelease(tx, name) : way === 'upload' ? await findUpload(tx, name) : undefined
  if (!row) throw refuse('notFound.release', { field: 'ref' })
  const { document: text, created_at: changed_at, sha256: _sha256, share_code: _code, ...candidate } = row
  return { document: readKept(text), candidate: { ...candidate, changed_at } }
}

interface Installed {
  readonly name: string
  readonly publisher_key: string
  readonly version: string
}

/** For each of what is installed, where a newer version lies; null: there is none. Only of the same publisher. */
export async function findNewer(
  tx: Tx,
  delivered: readonly SolutionPackage[],
  installed: readonly Installed[],
): Promise<({ readonly ref: string; readonly version: string } | null)[]> {
  const offered = [
    ...(await listOffered(tx, [...new Set(installed.map(each => each.name))])),
    ...delivered.map(({ manifest: { name, version } }) => ({
      ...{ ref: `delivered:${name}`, name, version, publisher_key: '' },
    })),
  ]
  return installed.map(each => {
    const newer = offered
      .filter(other => other.name === each.name && other.publisher_key === each.publisher_key)
      .filter(other => compareVersions(other.version, each.version) > 0)
      .sort((one, other) => compareVersions(other.version, one.version))[0]
    return newer ? { ref: newer.ref, version: newer.version } : null
  })
}
