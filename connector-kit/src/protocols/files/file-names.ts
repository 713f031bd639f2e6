/** Whether the ending is one that is read. */
export const isReadable = (name: string): boolean => /\.(csv|tsv|txt|jsonl|ndjson|json|xlsx|xlsm)$/i.test(name)

/** `*` is any text, `?` is one character; upper and lower case are the same. */
export function compileNamePattern(pattern: string): (name: string) => boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  const regex = new RegExp(`^${escaped.replace(/\*+/g, '.*').replaceAll('?', '.')}$`, 'i')
  return name => regex.test(name)
}
