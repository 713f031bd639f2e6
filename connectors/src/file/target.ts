import type { Confirm, ConnectorContext, Target, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import {
  formatBatch,
  lostAnswer,
  MAX_SHEET_ROWS,
  nameFile,
  type SaveRecords,
  type TargetOptions,
  toFileFailure,
  writeChecked,
} from '@sluice/connector-kit/files'
import type { Data } from '@sluice/contract'
import {
  finishJournal,
  holdJournalPath,
  recoverJournals,
  releaseJournalPath,
  writeDurably,
} from './write/finish-journal.ts'
import { Journal } from './write/journal.ts'

/** A workbook of more would not be read back by our own limits. */
const MAX_SHEET_BYTES = 256 * 1024 * 1024

/** Opens the target of a directory and first finishes what a crash has left there. @throws Failure */
export async function openDirectoryTarget(
  directory: string,
  options: TargetOptions,
  context: ConnectorContext,
): Promise<Target> {
  try {
    await recoverJournals(directory, context.now())
  } catch (error) {
    throw toFileFailure(error, 'Finishing the file of an earlier run')
  }
  return new DirectoryTarget(directory, options, context)
}

/** One new file for each opened target, visible when it is whole. */
class DirectoryTarget implements Target {
  // A batch whose answer is lost may stand in the file already.
  readonly guarantee = 'none'
  readonly #directory: string
  readonly #options: TargetOptions
  readonly #context: ConnectorContext
  #journal: Journal | null = null

  constructor(directory: string, options: TargetOptions, context: ConnectorContext) {
    this.#directory = directory
    this.#options = options
    this.#context = context
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    return writeChecked(batch, signal, this.#options, async records => {
      await confirm?.()
      if (this.#journal && this.#isFull(this.#journal, records.length)) await this.#finish()
      this.#journal ??= await this.#begin()
      const firstRow = this.#journal.rows + 1
      await this.#journal.append(records)
      const { file } = this.#journal.plan
      return index => `${file}, record ${firstRow + index}`
    })
  }

  async close(): Promise<void> {
    await this.#finish()
  }

  async #begin(): Promise<Journal> {
    const file = nameFile(this.#options, this.#context)
    const path = holdJournalPath(this.#directory, file)
    try {
      return await Journal.create(path, { file, options: this.#options })
    } catch (error) {
      releaseJournalPath(path)
      throw error
    }
  }

  /** When it cannot be finished now, the journal stays and the next target that is opened here finishes it. */
  async #finish(): Promise<void> {
    const journal = this.#journal
    if (journal === null) return
    this.#journal = null
    try {
      await journal.close()
      await finishJournal(this.#directory, journal.path)
    } catch (error) {
      throw toFileFailure(error, `Writing ${journal.plan.file}`)
    } finally {
      releaseJournalPath(journal.path)
    }
  }

  #isFull(journal: Journal, more: number): boolean {
    if (this.#options.format !== 'xlsx') return false
    return journal.rows + more > MAX_SHEET_ROWS || journal.bytes > MAX_SHEET_BYTES
  }
}

/** One file of the tenant for each batch: a file that is not finished could not be found again after a crash. */
export function openUploadTarget(options: TargetOptions, context: ConnectorContext): Target {
  const save = async (records: readonly Data[], confirm?: Confirm): ReturnType<SaveRecords> => {
    await confirm?.()
    const name = nameFile(options, context)
    const place = await context.files.create(name)
    try {
      await writeDurably(place.path, formatBatch(records, options))
    } catch (error) {
      await place.discard()
      throw error
    }
    const { id } = await place.commit().catch((error: unknown) => Promise.reject(lostAnswer(name, error)))
    return index => `${name} (file ${id}), record ${index + 1}`
  }
  return {
    guarantee: 'none',
    write: (batch, signal, confirm) => writeChecked(batch, signal, options, records => save(records, confirm)),
    close: async () => undefined,
  }
}
