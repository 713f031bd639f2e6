import { DEFAULT_MEMBERS, editionOf, Failure, type SourceConfig, STORED_RECORDS } from '@sluice/contract'
import { compileGrouping } from '../map/index.ts'

/** Why the records of this source cannot be grouped as asked; null: they can, or are not to be. */
export function findGroupTrouble({ resource, key, group, increment, follow }: SourceConfig): Failure | null {
  if (!group) return null
  const wrong = (message: string, advice: string, field = 'source.group'): Failure =>
    new Failure({ code: 'source.group', message, advice, field })
  if (!resource.startsWith(STORED_RECORDS) || increment || follow)
    return wrong(
      'Only the stored records of a strategy can be grouped, and only when they are read as a whole.',
      'Store the rows with a strategy that writes nowhere, and group its records in a second one.',
    )
  if (group.by.length === 0)
    return wrong(
      'The grouped records have no key, for nothing is grouped by.',
      'Choose the fields that make one document.',
    )
  const { by, members = DEFAULT_MEMBERS, calculate = [], maxLines } = group
  const own = maxLines === undefined ? ['recordIds'] : ['recordIds', 'part']
  const taken = [...by, members, ...calculate.map(({ name }) => name)].find(name => own.includes(name))
  if (taken !== undefined) return wrong(`A group has a field "${taken}" of its own.`, 'Choose another name.')
  const wanted = maxLines === undefined ? by : [...by, 'part']
  const lacking = wanted.find(field => !key.includes(field))
  // Two documents of one key: the second would take the first one's place.
  if (lacking !== undefined)
    return wrong(
      `The key of the grouped records lacks "${lacking}".`,
      'Take every field that is grouped by into the key, and "part" where documents are split.',
      'source.key',
    )
  try {
    compileGrouping(group, editionOf(group))
    return null
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return wrong(error.message, 'Mend the grouping.')
  }
}
