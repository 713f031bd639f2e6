/** `limit … offset …` of a numbered page. */
const toOffset = ({ page, pageSize }: Numbered): number => (page - 1) * pageSize

interface Numbered {
  readonly page: number
  readonly pageSize: number
}

/** Rows of a numbered page that carry the count of all. A page past the end has no row to carry it: ask the first. */
export async function readPage<Row extends { readonly total: string }>(
  query: Numbered,
  read: (limit: number, offset: number) => Promise<Row[]>,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const rows = await read(query.pageSize, toOffset(query))
  const counted = rows[0] ?? (query.page > 1 ? (await read(1, 0))[0] : undefined)
  return { rows, total: Number(counted?.total ?? 0) }
}

/** A pattern for `like … escape '\'` that finds the text itself. */
export const toPattern = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
