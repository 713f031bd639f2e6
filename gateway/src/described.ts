/** One operation of a description, as far as samples go by it. */
export interface DescribedOperation {
  readonly summary: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } }
}

/** The path with examples in place of its parameters, and the example of the body. */
export function fillIn(path: string, operation: DescribedOperation): { path: string; body: string | null } {
  const filled = (operation.parameters ?? [])
    .filter(each => each.in === 'path')
    .reduce((made, { name, example = '1' }) => made.replace(`{${name}}`, encodeURIComponent(example)), path)
  const example = operation.requestBody?.content['application/json'].example
  return { path: filled, body: example === undefined ? null : JSON.stringify(example) }
}
