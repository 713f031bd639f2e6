/** A pattern for `like … escape '\'` that finds the text itself. */
export const toPattern = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
