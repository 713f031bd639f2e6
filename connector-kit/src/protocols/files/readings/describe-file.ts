import type { Resource } from '@sluice/contract'
import type { SourceOptions } from '../file-params.ts'
import type { FoundFile } from '../found-file.ts'
import { chooseFormat, openReader } from '../open-reader.ts'
import { tellReadings } from './tell-readings.ts'

/** Fields of a file, none where a person has to say first how it is to be read; with all that was guessed of it. */
export async function describeFile(
  found: FoundFile,
  sheet: string | null,
  options: SourceOptions,
): Promise<Pick<Resource, 'fields' | 'readings'>> {
  const readings = (await chooseFormat(found, options)) === 'csv' ? await tellReadings(found, options) : []
  const isOpen = readings.some(
    ({ option, taken }) => taken === null && (option === 'encoding' || option === 'delimiter'),
  )
  const fields = isOpen ? [] : await (await openReader(found, sheet, options, [])).describe()
  return { fields, ...(readings.length > 0 && { readings }) }
}
