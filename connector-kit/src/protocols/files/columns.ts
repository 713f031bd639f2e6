/** A column as records name it. */
export interface Column {
  readonly name: string
  /** Says so where the name is not the one in the file. */
  readonly label?: string
}

/**
 * Names that differ from each other, in upper and lower case too, because most databases cannot tell those apart:
 * `name`, `name_2`; a column without a name is called by its position.
 * @param taken names that are used for something else
 */
export function nameColumns(header: readonly string[], taken: readonly string[] = []): Column[] {
  const inFile = new Set(header.map(fold))
  const used = new Set(taken.map(fold))
  /** The next number to try for a name: thousands that are alike must not each begin at 2. */
  const numbers = new Map<string, number>()
  return header.map((given, index) => {
    const wanted = given === '' ? `column_${index + 1}` : given
    const name = findFree(wanted, used, given === '' ? inFile : new Set())
    used.add(fold(name))
    if (name === given) return { name }
    const reason = given === '' ? 'has no name' : `is called ${given} like one before it`
    return { name, label: `${name} (column ${index + 1} ${reason})` }
  })

  function findFree(wanted: string, ...taken: readonly ReadonlySet<string>[]): string {
    if (taken.every(names => !names.has(fold(wanted)))) return wanted
    for (let number = numbers.get(fold(wanted)) ?? 2; ; number += 1) {
      const candidate = `${wanted}_${number}`
      numbers.set(fold(wanted), number + 1)
      // A later column may have this very name in the file.
      if (!inFile.has(fold(candidate)) && taken.every(names => !names.has(fold(candidate)))) return candidate
    }
  }
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase()

export const numberColumns = (count: number): Column[] =>
  Array.from({ length: count }, (_, index) => ({ name: `column_${index + 1}` }))
