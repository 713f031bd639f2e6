import { Failure } from '@sluice/contract'

/** What an archive of bills may be; a month of the largest merchants has a fifth of it. */
export const archiveLimits = {
  members: 50,
  /** Of its directory, which is read in one. */
  directoryBytes: 1024 * 1024,
  totalBytes: 512 * 1024 * 1024,
  /** Small members may be packed as tightly as they like. */
  ratio: 200,
  ratioFromBytes: 16 * 1024 * 1024,
  millis: 60_000,
}

export const refuseArchive = (name: string, why: string, cause?: unknown): Failure =>
  new Failure({
    code: 'bill.archive',
    message: `${name} is refused: ${why}.`,
    advice: 'Unpack it and upload the bill inside.',
    ...(cause === undefined ? {} : { cause }),
  })

/** @param isWrong one was given */
export const askPassword = (name: string, isWrong: boolean): Failure =>
  new Failure({
    code: 'bill.password',
    message: isWrong ? `The password does not open ${name}.` : `${name} is locked by a password.`,
    advice: 'Enter the password that the platform sent with it.',
  })

/** Counts what is unpacked, and how long it takes. */
export class Meter {
  readonly #name: string
  readonly #packedBytes: number
  readonly signal: AbortSignal
  #bytes = 0

  constructor(name: string, packedBytes: number) {
    this.#name = name
    this.#packedBytes = packedBytes
    this.signal = AbortSignal.timeout(archiveLimits.millis)
  }

  /** @throws Failure where it becomes more than an archive of bills is */
  add(bytes: number): void {
    this.#bytes += bytes
    if (this.signal.aborted)
      throw refuseArchive(this.#name, `unpacking it takes longer than ${archiveLimits.millis / 1000} seconds`)
    if (this.#bytes > archiveLimits.totalBytes)
      throw refuseArchive(this.#name, `it unpacks to more than ${archiveLimits.totalBytes / 2 ** 20} MiB`)
    if (this.#bytes > archiveLimits.ratioFromBytes && this.#bytes > this.#packedBytes * archiveLimits.ratio)
      throw refuseArchive(this.#name, `it unpacks to more than ${archiveLimits.ratio} times its size`)
  }
}
