const RESERVED =
  /^(?:as|break|const|continue|else|false|for|function|if|import|in|let|loop|namespace|null|package|return|true|var|void|while)$/

/**
 * A path as an expression reads it: a name that is none of the language's stands in quotes.
 * @param last name of the field itself, which may have dots of its own
 */
export function toAccess(path: string, last = path.split('.').at(-1) ?? ''): string {
  const head = path.slice(0, -last.length - 1)
  const names = path === last || head === '' ? [path] : [...head.split('.'), last]
  return names
    .map(name =>
      /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`,
    )
    .join('')
}
