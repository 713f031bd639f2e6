/** Where in a document something stands: what it is named there, or what names it among its siblings. */
export interface Place {
  readonly parent: Place | null
  readonly name: string
  /** Of an element of a list: the field that names it; empty: the element is its own name. */
  readonly by?: string
}

export const ROOT: Place = { parent: null, name: 'spec' }

/** As differences are told everywhere: `spec.mapping.fields[target=price].value`. */
export function writePlace(place: Place): string {
  const steps: string[] = []
  for (let at: Place | null = place; at !== null; at = at.parent)
    steps.push(at.by !== undefined ? `[${at.by}=${at.name}]` : at.parent === null ? at.name : `.${at.name}`)
  return steps.reverse().join('')
}

/** Unlike the text never that of another place, whatever its names hold. */
export function listSteps(place: Place): readonly (readonly [name: string, by: string | null])[] {
  const steps: [string, string | null][] = []
  for (let at: Place | null = place; at !== null; at = at.parent) steps.push([at.name, at.by ?? null])
  return steps.reverse()
}
