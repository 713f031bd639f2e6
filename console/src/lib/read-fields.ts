import { ApiError } from '@sluice/contract'

/** What the server found wrong, at the field of the form; empty when it is about none of them. */
export function readFields<N extends string>(error: unknown, names: readonly N[]): { name: N; errors: string[] }[] {
  const content = error instanceof ApiError && Array.isArray(error.body?.content) ? error.body.content : []
  const found = content as readonly { readonly field?: string; readonly message?: string }[]
  return names.flatMap(name => {
    const item = found.find(({ field }) => field === name || field?.startsWith(`${name}.`))
    return item ? [{ name, errors: [item.message ?? ''] }] : []
  })
}
