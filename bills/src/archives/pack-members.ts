import { createReadStream } from 'node:fs'
import { writeZip } from '@sluice/connector-kit/files'
import type { BillFile } from '../raw-row.ts'

/** What was unpacked, as an archive without a lock. */
export const packMembers = (members: readonly BillFile[]): AsyncGenerator<Buffer> =>
  writeZip(
    members.map(({ name, path }) => ({ name, content: createReadStream(path) as AsyncIterable<Buffer> })), // of bytes
  )
