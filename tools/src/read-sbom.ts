interface Component {
  readonly name: string
  readonly version?: string
  readonly purl?: string
  readonly hashes?: readonly unknown[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

interface Sbom {
  readonly bomFormat: string
  readonly serialNumber?: string
  readonly metadata: { readonly timestamp?: string; readonly component: Component }
  readonly components: readonly Component[]
}

const isOwn = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:private' && value === 'true')

/**
 * What npm writes, without what differs from one time to the next, and under the product's name instead of the folder's.
 * @throws Error where a component cannot be told or proved
 */
export function readSbom(text: string, version: string): Sbom {
  const { serialNumber: _, ...sbom } = JSON.parse(text) as Sbom // npm's own form; what is used of it is looked at below
  if (sbom.bomFormat !== 'CycloneDX') throw new Error('reading the bill of materials: it is not CycloneDX')
  if (sbom.components.length === 0) throw new Error('reading the bill of materials: it names no component')
  for (const each of sbom.components) {
    if (!each.version || !each.purl)
      throw new Error(`reading the bill of materials: ${each.name} has no version or address`)
    if (!isOwn(each) && !each.hashes?.length) throw new Error(`reading the bill of materials: ${each.name} has no hash`)
  }
  const { timestamp: __, component, ...metadata } = sbom.metadata
  return { ...sbom, metadata: { ...metadata, component: { ...component, name: 'sluice', version } } }
}
