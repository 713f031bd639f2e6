import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { verifyLogFile } from '@sluice/api'
import { Failure } from '@sluice/contract'

/** Prints what an exported operation log proves. @throws Failure with the first line that does not fit */
export async function verifyLog(file: string): Promise<void> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: 0 })
  const verdict = await verifyLogFile(lines)
  if (!verdict.ok)
    throw new Failure({
      code: 'log.broken',
      message: `Line ${verdict.line} does not fit: ${verdict.problem}${verdict.seq === null ? '' : ` (row ${verdict.seq})`}.`,
      field: 'FILE',
    })
  console.log(
    `All ${verdict.rows} rows fit${verdict.deleted === 0 ? '' : `, ${verdict.deleted} of them deleted with a tombstone`}.`,
  )
  console.log(`Row ${verdict.seq}, hash ${verdict.hash}`)
}
