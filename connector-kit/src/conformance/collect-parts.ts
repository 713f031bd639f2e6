import type { Connection, ResourcePart } from '../connector.ts'

/** What a connection discovers, in parts where it has such. */
export async function collectParts(connection: Connection): Promise<string[]> {
  if (!connection.discoverPart) return (await connection.discover()).map(({ id }) => id)
  const ids: string[] = []
  for (let after: string | null = null; ; ) {
    const part: ResourcePart = await connection.discoverPart(after, 2)
    ids.push(...part.resources.map(({ id }) => id))
    if (part.next === null) return ids
    after = part.next
  }
}
