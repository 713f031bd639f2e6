import type { SolutionPackage } from '@sluice/contract'
import { checkMapping } from '@sluice/engine'
import type { Reader } from '../http/read-content.ts'
import type { JsonObject } from '../modules/admin/config/index.ts'
import { fillParams } from './bind-package.ts'
import type { PackageTrouble } from './check-package.ts'
import { readObjects } from './package-objects.ts'
import { bindRules } from './run-samples.ts'

/** What keeps a mapping from running at all, whatever the records are. */
const FATAL = new Set([
  'mapping.invalid',
  'mapping.unknownVariable',
  'mapping.duplicateTarget',
  'mapping.derivedCircle',
])

/** Mappings that cannot run: whoever installed them would have every record refused. Parameters have their defaults. */
export async function checkMappings(
  document: SolutionPackage,
  reader: Reader & { tell(sentence: string): string },
): Promise<PackageTrouble[]> {
  const objects = await readObjects(document, () => undefined, reader)
  const filled = objects.map(each => ({ ...each, spec: fillOrLeave(each.spec, document) }))
  return filled.flatMap(({ kind, key, file }) => {
    if (kind !== 'strategy') return []
    const problems = mappingProblems(filled, key)
    return problems.map(({ field, message }): PackageTrouble => {
      const said = reader.tell(message)
      return {
        kind: 'mapping',
        level: 'error',
        place: file,
        message: said.includes(field) ? `${key} · ${said}` : `${key} · ${field}: ${said}`,
      }
    })
  })
}

/** What has no default stays a text, which is a value as good as any. */
function fillOrLeave(spec: JsonObject, { manifest }: SolutionPackage): JsonObject {
  try {
    return fillParams(spec, manifest, {})
  } catch {
    return spec
  }
}

function mappingProblems(objects: Parameters<typeof bindRules>[0], key: string) {
  try {
    return checkMapping(bindRules(objects, key).rules.mapping).filter(({ code }) => FATAL.has(code))
  } catch {
    return [] // it cannot be read: told where objects are
  }
}
