import { type Data, Failure } from '@sluice/contract'
import type { ConnectorContext, TargetRecord, WriteOutcome } from '../../../connector.ts'
import { toFileFailure } from '../failure.ts'
import type { TargetOptions } from '../file-params.ts'
import { checkRecord, formatRecords } from './format-records.ts'

/** Resource id of the file that a run makes. */
export const NEW_FILE = 'new-file'

/** Answers with where each of the records is. */
export type SaveRecords = (records: readonly Data[]) => Promise<(index: number) => string>

/** Refuses what the format cannot hold and saves the rest. */
export async function writeChecked(
  batch: readonly TargetRecord[],
  signal: AbortSignal,
  options: TargetOptions,
  save: SaveRecords,
): Promise<WriteOutcome[]> {
  if (signal.aborted) throw new Failure({ code: 'egress.aborted', message: 'The write was stopped.', retry: 'later' })
  const failures = batch.map(({ data }) => checkRecord(data, options))
  const good = batch.filter((_, index) => failures[index] === null).map(({ data }) => data)
  let describe: (index: number) => string = () => ''
  let lost: Failure | null = null
  try {
    if (good.length > 0) describe = await save(good)
  } catch (error) {
    const failure = toFileFailure(error, 'Writing the file')
    if (!isSent(failure)) throw failure
    lost = failure
  }
  let row = 0
  return failures.map(failure => {
    if (failure) return { kind: 'failed', failure }
    if (lost) return { kind: 'unknown', failure: lost.toDetail() }
    row += 1
    return { kind: 'written', response: describe(row - 1) }
  })
}

const isSent = ({ cause }: Failure): boolean => cause instanceof Error && 'sent' in cause && cause.sent === true

/** `export-20240131T120000123Z-1f3a.csv`: no file is ever overwritten. */
export function nameFile(
  { name, format }: TargetOptions,
  { now, random }: Pick<ConnectorContext, 'now' | 'random'>,
): string {
  const stamp = new Date(now()).toISOString().replace(/[-:.]/g, '')
  const suffix = Math.floor(random() * 0x10000)
    .toString(16)
    .padStart(4, '0')
  return `${name}-${stamp}-${suffix}.${format}`
}

/** The file may be there; the engine asks a person. */
export const lostAnswer = (name: string, cause: unknown): Failure =>
  new Failure({
    code: 'file.access',
    message: `Nobody can say whether ${name} was stored.`,
    retry: 'later',
    advice: 'Look at the list of files.',
    cause: Object.assign(new Error('storing a file', { cause }), { sent: true }),
  })

/** The bytes of records that are in memory. */
export const formatBatch = (records: readonly Data[], options: TargetOptions): AsyncGenerator<Buffer> =>
  formatRecords([...new Set(records.flatMap(record => Object.keys(record)))], toAsync(records), options)

async function* toAsync(records: readonly Data[]): AsyncGenerator<Data> {
  yield* records
}
