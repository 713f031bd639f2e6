type GiveWay = () => Promise<unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The same bytes as those of `JSON.stringify`, made member by member of the outer objects: megabytes in one piece hold the
 * thread. Others come in by `giveWay`.
 * @param depth how many levels of objects are taken apart
 */
export async function writeLargeJson(value: unknown, depth: number, giveWay: GiveWay): Promise<Buffer> {
  if (depth === 0 || !isObject(value)) {
    await giveWay()
    return Buffer.from(JSON.stringify(value))
  }
  const pieces: Buffer[] = []
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`))
    pieces.push(await writeLargeJson(inner, depth - 1, giveWay))
  }
  return Buffer.concat([...(pieces.length === 0 ? [Buffer.from('{')] : pieces), Buffer.from('}')])
}
