import { Failure, type FailureDetail } from '@sluice/contract'

/** The file is not what its name or the chosen format says. */
export const notThis = (name: string, expected: string, what: string, advice: string): Failure =>
  new Failure({
    code: 'file.kind',
    message: `${name} is not ${expected}: it looks like ${what}.`,
    value: name,
    advice,
  })

/** The file is of its kind, but damaged or beyond a limit. */
export const badFile = (message: string, advice?: string, cause?: unknown): Failure =>
  new Failure({
    code: 'file.content',
    message,
    ...(advice === undefined ? {} : { advice }),
    ...(cause === undefined ? {} : { cause }),
  })

/** One row that cannot become a record; the others go on. */
export const badRow = (code: string, message: string, more: Partial<FailureDetail> = {}): FailureDetail => ({
  code: `file.${code}`,
  message,
  retry: 'never',
  ...more,
})

export const missingResource = (id: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no file or sheet ${id} here.`,
    value: id,
    advice: 'Choose one of the listed ones; it may have been renamed, moved or replaced.',
  })

export const changedMeanwhile = (name: string): Failure =>
  new Failure({
    code: 'source.changed',
    message: `${name} was changed or replaced while it was being read, so rows may be missing or double.`,
    value: name,
    advice: 'Start a new run; records that were taken already are recognised by their key.',
  })

export const stillWritten = (name: string): Failure =>
  new Failure({
    code: 'source.unsettled',
    message: `${name} changed while it was looked at, so it may still be being written.`,
    value: name,
    advice: 'It is tried again by itself. If it is written for long, have it written under another name and renamed.',
    retry: 'later',
  })

export const stoppedReading = (name: string): Failure =>
  new Failure({ code: 'egress.aborted', message: `Reading ${name} was stopped.`, retry: 'later' })

/** Errors of the operating system, in words; their texts hold paths and stay in the log. */
export function toFileFailure(error: unknown, doing: string): Failure {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [reason, advice] = REASONS[code] ?? ['it failed', 'The log of the server has the details.']
  return new Failure({
    code: 'file.access',
    message: `${doing} was not possible: ${reason}.`,
    advice,
    // A full or absent disk heals, the rest needs a person.
    retry: code === 'ENOSPC' || code === 'EIO' || code === 'EMFILE' ? 'later' : 'never',
    cause: error,
  })
}

const REASONS: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  ENOENT: ['the file does not exist any more', 'It may have been moved or deleted; choose another.'],
  EACCES: ['the server may not access it', 'The operator gives the server the right to read and write there.'],
  EPERM: ['the server may not access it', 'The operator gives the server the right to read and write there.'],
  EROFS: ['the disk is read-only', 'The operator opens a directory that can be written.'],
  ENOSPC: ['the disk is full', 'Free some space; the run goes on by itself.'],
  EISDIR: ['it is a directory', 'Choose a file.'],
  EMFILE: ['too many files are open', 'Try again in a moment.'],
}
