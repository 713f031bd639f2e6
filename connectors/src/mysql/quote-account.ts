/** A text as a literal of SQL. */
export const quoteText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** `bob@%` as the server takes it. */
export function quoteAccount(account: string): string {
  const at = account.lastIndexOf('@')
  return `${quoteText(account.slice(0, at))}@${quoteText(account.slice(at + 1))}`
}
