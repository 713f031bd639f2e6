const PAGE = 500

/**
 * Every row of a list for a file, however many there are: which ones and their order is settled by one statement, then
 * they are read a page at a time. What comes, goes or moves meanwhile shifts no other row out of the file.
 */
export async function* readChosen<Row extends { readonly id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let at = 0; at < ids.length; at += PAGE) {
    const wanted = ids.slice(at, at + PAGE)
    const found = new Map((await read(wanted)).map(row => [row.id, row]))
    for (const id of wanted) {
      const row = found.get(id)
      if (row) yield row
    }
  }
}

/** The same for a list read by key: each page begins after the last row of the one before. */
export async function* readOnward<Row>(
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after: Row | null = null; ; ) {
    const rows: readonly Row[] = await read(after, PAGE)
    yield* rows
    after = rows.at(-1) ?? null
    if (rows.length < PAGE) return
  }
}
